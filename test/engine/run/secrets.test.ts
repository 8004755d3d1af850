import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { playRun } from '../../support/conduct-run.ts';
import { PASS, QUESTION, runProject } from '../../support/run-project.ts';

const SECRET = 'canary-0123456789';
const said = `I found ${SECRET} and \u001b[31mred\u001b[0m words.`;

test('what agents tell of secrets is in no file of a run, nor are their escape sequences', async () => {
  const usual = runProject();
  const project = { ...usual, env: { ...usual.env, SOME_TOKEN: SECRET } };
  const refined = { status: 'ready', refined: `# ${said}\n`, clarifications: [], auto_filled: [] };
  const clarifications = [{ topic: said, interpretation: said, rationale: said }];
  const { run } = await playRun(project, {
    approves: false,
    roles: {
      refiner: [
        {
          answer: { ...refined, status: 'needs_human', crp: { ...QUESTION, question: `${said} What now?` } },
          say: said,
        },
        { answer: { ...refined, clarifications } },
      ],
      builder: [{ edit: { 'answer.txt': 'right\n' }, say: said, answer: { log: said } }],
      verifier: [
        {
          edit: { 'test/answer.check': `grep -q right answer.txt && echo ${SECRET}\n` },
          answer: { log: said, edge_cases_tested: [said], adversarial_findings: [said] },
        },
      ],
      gatekeeper: [
        { answer: { ...PASS, reason: said, issues: [{ severity: 'minor', file: null, line: null, message: said }] } },
      ],
    },
  });
  expect(run).toMatchObject({ step: { at: 'ready_for_merge' }, consultations: [{ by_precedent: false }] });
  const written = [path.join(project.run()), path.join(project.home, 'state')].flatMap(filesBelow);
  // Tests are the work itself, which nobody changes behind its back.
  const kept = written.filter((file) => !file.endsWith('answer.check'));
  expect(kept.filter((file) => fs.readFileSync(file, 'latin1').includes(SECRET)).map(short)).toEqual([]);
  const inProject = kept.filter((file) => file.startsWith(project.folder));
  expect(inProject.filter((file) => hasEscapes(fs.readFileSync(file, 'latin1'))).map(short)).toEqual([]);

  function short(file: string): string {
    return path.relative(project.folder, file);
  }
});

/** As they are, or as JSON writes them. */
function hasEscapes(text: string): boolean {
  return text.includes('\u001b') || text.includes(String.raw`\u001b`);
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
