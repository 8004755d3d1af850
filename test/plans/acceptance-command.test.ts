import { expect, test } from 'vitest';
import { acceptanceCommand } from '../../src/plans/acceptance-command.ts';

test.each([
  ['`npm run lint` passes', 'npm run lint'],
  ['`pytest tests/x` 통과', 'pytest tests/x'],
  ['`pytest tests/x`가 통과한다', 'pytest tests/x'],
  ['`make`', 'make'],
  ['`./check.sh` exits with 0.', './check.sh'],
  ['`CI=1 npm test` is green', 'CI=1 npm test'],
  ['`npm run build` finishes without errors', 'npm run build'],
  ['`npm run build` 오류 없이', 'npm run build'],
  ['``echo `hi` ``', null],
  ['``npm test``', 'npm test'],
  ['`GET /users` returns 200', null],
  ['`rm -rf /` is refused', null],
  ['`git push --force` fails', null],
  ['`npm run lint` does not pass', null],
  ['`npm run lint` 실패하지 않음', null],
  ['`src/x.ts` exists', null],
  ['`src/x.ts`', null],
  ['`User.email` is unique', null],
  ['`email` is required', null],
  ['`npm test` and `npm run lint` pass', null],
  ['Run `npm test`', null],
  ['`npm test` passes, and then a person looks at the screen for a while', null],
  ['`npm test\nrm x`', null],
  ['no code at all', null],
  ['', null],
])('%j', (condition, command) => {
  expect(acceptanceCommand(condition)).toBe(command);
});
