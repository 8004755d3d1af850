import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { QUESTION, runProject } from '../support/run-project.ts';
import { runWithQuestion } from './waiting-run.ts';

interface Line {
  readonly id: string;
  readonly from: string;
  readonly counts: boolean;
}

async function listed(cli: (...args: string[]) => Promise<{ readonly stdout: string }>): Promise<Line[]> {
  return (JSON.parse((await cli('precedents', '--json')).stdout) as { precedents: Line[] }).precedents;
}

const decisions = (folder: string) => path.join(folder, '.orchestral/decisions');

describe('an answer for the future', () => {
  test('is listed, lies in a file for others, and is asked again once it is revoked', async () => {
    const asked = await runWithQuestion(QUESTION);
    const { project, id, cli } = asked;
    expect(await listed(cli)).toEqual([]);
    await cli('answer', 'crp-001', '--decision', 'A', '--rationale', 'always', '--future');
    const name = `${id}/vcr-001`;
    expect(await listed(cli)).toMatchObject([{ id: name, from: 'you', counts: true }]);
    const file = path.join(decisions(project.folder), `${id}-vcr-001.json`);
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({
      run_id: id,
      crp: { question: QUESTION.question },
      vcr: { decision: 'A', applies_to_future: true },
    });
    const ignored = fs.readFileSync(path.join(project.folder, '.orchestral/.gitignore'), 'utf8');
    expect(ignored).not.toContain('decisions');
    const { stdout } = await cli('precedents');
    expect(stdout).toContain(`${name}  yours`);
    expect(await cli('precedents', 'revoke', `${name}1`)).toMatchObject({ code: 2 });
    expect(await cli('precedents', 'revoke', name)).toMatchObject({ code: 0 });
    expect(fs.existsSync(file)).toBe(false);
    const again = await runWithQuestion(QUESTION, project);
    expect(again.run.step).toMatchObject({ at: 'waiting' });
  });

  test('of others counts once the person agreed to it, and not if it was changed since', async () => {
    const { project, id, cli } = await runWithQuestion(QUESTION);
    await cli('answer', 'crp-001', '--decision', 'A', '--rationale', 'always', '--future');
    const other = runProject();
    fs.cpSync(decisions(project.folder), decisions(other.folder), { recursive: true });
    const theirs = await runWithQuestion(QUESTION, other);
    expect(theirs.run.step).toMatchObject({ at: 'waiting' });
    expect(await listed(theirs.cli)).toMatchObject([{ id: `${id}/vcr-001`, from: 'repository', counts: false }]);
    const shown = await theirs.cli('trust', '--yes');
    expect(shown.stdout).toContain(QUESTION.question);
    expect(await listed(theirs.cli)).toMatchObject([{ counts: true }]);
    const answered = await runWithQuestion(QUESTION, other);
    expect(answered.run.consultations).toMatchObject([{ by_precedent: true, vcr: { decision: 'A' } }]);
    const file = path.join(decisions(other.folder), `${id}-vcr-001.json`);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"decision": "A"', '"decision": "B"'));
    expect(await listed(theirs.cli)).toMatchObject([{ counts: false }]);
    expect((await runWithQuestion(QUESTION, other)).run.step).toMatchObject({ at: 'waiting' });
  });
});
