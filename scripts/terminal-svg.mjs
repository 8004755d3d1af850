// Screens of a terminal (text with SGR sequences) as one animated SVG without scripts, which GitHub shows.
// oxlint-disable no-control-regex -- terminals speak in control characters

const CELL = { width: 8.4, height: 18 };
const THEMES = {
  light: {
    ground: '#ffffff',
    frame: '#d0d7de',
    text: '#1f2328',
    faint: '#6e7781',
    colours: ['#24292f', '#cf222e', '#116329', '#7d4e00', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
  },
  dark: {
    ground: '#0d1117',
    frame: '#30363d',
    text: '#e6edf3',
    faint: '#8b949e',
    colours: ['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#b1bac4'],
  },
};

export function animatedSvg(frames, { theme, columns, rows }) {
  const colours = THEMES[theme];
  const width = Math.ceil(columns * CELL.width + 24);
  const height = rows * CELL.height + 24;
  const total = frames.reduce((sum, { ms }) => sum + ms, 0);
  // A line that is on several screens is drawn once.
  const lines = new Map();
  const idOf = (line) => lines.get(line) ?? lines.set(line, `l${lines.size}`).get(line);
  let at = 0;
  const groups = frames.map(({ screen, ms }, index) => {
    const uses = screen
      .split('\n')
      .slice(0, rows)
      .flatMap((line, row) => {
        const trimmed = line.trimEnd();
        return trimmed.replaceAll(/\u001b\[[\d;]*m/g, '') === ''
          ? []
          : [`<use href="#${idOf(trimmed)}" y="${row * CELL.height}"/>`];
      });
    const [begin, end] = [at / total, (at + ms) / total].map((share) => (share * 100).toFixed(3));
    at += ms;
    // The last screen is what stands where nothing moves.
    const still = index === frames.length - 1 ? '' : ' visibility="hidden"';
    const values = `@keyframes k${index}{0%,${begin}%{visibility:hidden}${begin}%,${end}%{visibility:visible}${end}%,100%{visibility:hidden}}`;
    return { group: `<g class="f" style="animation-name:k${index}"${still}>${uses.join('')}</g>`, values };
  });
  const drawn = [...lines].map(
    ([line, id]) =>
      `<g id="${id}">${runs(line)
        .map((run) => textOf(run, colours))
        .join('')}</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","Noto Sans Mono CJK KR",monospace;white-space:pre;fill:${colours.text}}.f{animation:${(total / 1000).toFixed(2)}s step-end infinite}@media (prefers-reduced-motion:reduce){.f{animation:none}}${groups.map(({ values }) => values).join('')}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${colours.ground}" stroke="${colours.frame}"/>
<defs>${drawn.join('')}</defs>
<g transform="translate(12 26)">
${groups.map(({ group }) => group).join('\n')}
</g>
</svg>
`;
}

/** One screen that looks like the reader's: light or dark by what they prefer. */
export function screenSvg(screen, { columns }) {
  const lines = screen.split('\n').map((line) => line.trimEnd());
  const width = Math.ceil(columns * CELL.width + 24);
  const height = lines.length * CELL.height + 24;
  const drawn = lines.flatMap((line, row) => runs(line).map((run) => classedText(run, (row * CELL.height).toFixed(0))));
  const { light, dark } = THEMES;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono","Noto Sans Mono CJK KR",monospace;white-space:pre}.b{font-weight:700}${rules(light)}@media(prefers-color-scheme:dark){${rules(dark)}}</style>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
<g transform="translate(12 26)">
${drawn.join('\n')}
</g>
</svg>
`;
}

function rules({ ground, frame, text, faint, colours }) {
  const ofColours = colours.map((colour, index) => `.c${index}{fill:${colour}}`).join('');
  return `rect{fill:${ground};stroke:${frame}}text{fill:${text}}.f{fill:${faint}}${ofColours}`;
}

function classedText({ text, style, column, cells }, y) {
  const colour = style.colour === undefined ? (style.faint ? ['f'] : []) : [`c${style.colour}`];
  const classes = [...colour, ...(style.bold ? ['b'] : [])];
  const looks = classes.length === 0 ? '' : ` class="${classes.join(' ')}"`;
  const length = cells === 1 ? ` textLength="${(text.length * CELL.width).toFixed(1)}"` : '';
  return `<text x="${(column * CELL.width).toFixed(1)}" y="${y}"${length}${looks}>${escaped(text)}</text>`;
}

/** Pieces of one style; narrow and wide letters apart, so that columns stay columns in any font. */
function runs(line) {
  const found = [];
  let style = { bold: false, faint: false, colour: undefined };
  let column = 0;
  for (const [piece, codes] of line.matchAll(/\u001b\[([\d;]*)m|[^\u001b]+/g)) {
    if (piece.startsWith('\u001b')) {
      style = applied(style, codes);
      continue;
    }
    for (const letter of piece) {
      const cells = cellsOf(letter);
      const last = found.at(-1);
      if (last !== undefined && last.style === style && last.cells === cells && cells === 1) last.text += letter;
      else found.push({ text: letter, style, column, cells });
      column += cells;
    }
  }
  return found.filter(({ text }) => text.trim() !== '');
}

function applied(style, codes) {
  const next = { ...style };
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) Object.assign(next, { bold: false, faint: false, colour: undefined });
    else if (code === 1) next.bold = true;
    else if (code === 2) next.faint = true;
    else if (code === 22) Object.assign(next, { bold: false, faint: false });
    else if (code >= 30 && code <= 37) next.colour = code - 30;
    else if (code >= 90 && code <= 97) next.colour = code - 90;
    else if (code === 39) next.colour = undefined;
  }
  return next;
}

function textOf({ text, style, column, cells }, colours) {
  const fill = style.colour === undefined ? (style.faint ? colours.faint : undefined) : colours.colours[style.colour];
  const looks = [fill === undefined ? '' : ` style="fill:${fill}"`, style.bold ? ' font-weight="700"' : ''].join('');
  const length = cells === 1 ? ` textLength="${(text.length * CELL.width).toFixed(1)}"` : '';
  return `<text x="${(column * CELL.width).toFixed(1)}"${length}${looks}>${escaped(text)}</text>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function cellsOf(letter) {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}✅❌]/u.test(
    letter,
  )
    ? 2
    : 1;
}
