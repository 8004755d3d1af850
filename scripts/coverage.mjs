import fs from 'node:fs';
import path from 'node:path';

const FOLDER = '.build/coverage';

/** For vitest: what tests run of src/ in their own process. Child processes are not counted. */
export const COVERAGE = {
  enabled: true,
  provider: 'v8',
  include: ['src/**/*.ts'],
  reporter: ['json-summary'],
  reportsDirectory: FOLDER,
  reportOnFailure: true,
};

/** A row for each room and one for all of src/: what was run, of how much. */
export function coverageRows() {
  const { total, ...files } = JSON.parse(fs.readFileSync(`${FOLDER}/coverage-summary.json`, 'utf8'));
  const rooms = new Map();
  for (const [file, counts] of Object.entries(files)) {
    const room = path.relative(process.cwd(), file).split(path.sep).slice(0, 2).join('/');
    rooms.set(room, [...(rooms.get(room) ?? []), counts]);
  }
  const rows = [...rooms].map(([room, counts]) => [`\`${room}\``, ...shares(counts)]);
  return [...rows.toSorted(), ['all', ...shares([total])]];
}

function shares(counts) {
  return ['lines', 'branches', 'functions'].map((kind) => {
    const [covered, all] = ['covered', 'total'].map((key) => counts.reduce((sum, count) => sum + count[kind][key], 0));
    return all === 0 ? '–' : `${((100 * covered) / all).toFixed(1)} % of ${all}`;
  });
}
