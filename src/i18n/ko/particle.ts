import { josa } from 'es-hangul';

type Particle = Parameters<typeof josa>[1];

/** The word with the Korean particle that its last sound asks for: `T1을`, `main을`, `state.json을`. */
export function withParticle(word: string, particle: Particle): string {
  return `${word}${particleOf(word, particle)}`;
}

/** Only the particle, for a word in quotes. */
export function particleOf(word: string, particle: Particle): string {
  return josa.pick(lastSound(word), particle);
}

/** A Hangul syllable that ends as the word does when a Korean developer reads it aloud. */
function lastSound(word: string): string {
  const text = word.replace(/[^\p{L}\p{N}]+$/u, '');
  const last = text.at(-1) ?? '';
  if (/[가-힣]/.test(last)) return last;
  if (/\d/.test(last)) return digitNames[Number(last)] ?? '';
  const end = /[a-z]+$/i.exec(text)?.[0] ?? '';
  // Read letter by letter: short extensions and acronyms. `l`, `m`, `n`, `r` are 엘, 엠, 엔, 알.
  if (SPELLED.test(end)) return ENDS_IN_L.test(end) || /r$/i.test(end) ? '엘' : /[mn]$/i.test(end) ? '엔' : '이';
  const spoken = end.toLowerCase();
  if (spoken.endsWith('l') || spoken.endsWith('le')) return '엘';
  return /(?:[mn]|ng|ck|[aeiou][bkpt]|[aeiou]c)$/.test(spoken) ? '엔' : '이';
}

const SPELLED = /^(?:[A-Z]+|[b-df-hj-np-tv-z]{1,4}|[a-z])$/;
const ENDS_IN_L = /l$/i;

const digitNames = ['영', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'];
