import { slug } from './slug.js';

/** A link for each title, none of them twice: the second `news` is `news-2`. */
export function linksFor(titles) {
  const taken = new Set();
  return titles.map((title) => {
    const link = firstFree(slug(title), taken);
    taken.add(link);
    return link;
  });
}

function firstFree(wanted, taken) {
  let link = wanted;
  for (let n = 2; taken.has(link); n += 1) link = `${wanted}-${n}`;
  return link;
}
