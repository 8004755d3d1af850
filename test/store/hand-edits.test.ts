import type { AutoEvent } from '../../src/workflows/auto/events.ts';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  type AutoProject,
  type AutoStore,
  autoProject,
  commitAll,
  planOf,
  temporaryFolder,
  entered,
  started,
} from '../support/auto-store.ts';
import { needs } from '../support/needs.ts';

/** The published example of a manual change, word for word. */
const FORCE_COMPLETE = `jq '.tasks.failed -= ["T1.3"] | .tasks.completed += ["T1.3"]' \
  .claude/orchestrate-state.json > tmp.json && \
  mv tmp.json .claude/orchestrate-state.json`;

describe('an edit while stopped', () => {
  test('counts: the task is completed and what it blocked is ready', async (context) => {
    needs(context, 'jq');
    const project = await stoppedWithFailure();
    sh(project, FORCE_COMPLETE);
    const store = await project.open();
    expect(statusOf(store, 'T1.3')).toBe('completed');
    expect(statusOf(store, 'T1.13')).toBe('ready');
    await store.close();
    expect(documentOf(project).tasks.completed).toEqual(['T1.3']);
    expect(documentOf(project).metrics).toMatchObject({ completed_count: 1, failed_count: 0 });
    expect(codes(project)).toEqual(['edit.taken']);
  });

  test('counts once, however often the project is opened afterwards', async (context) => {
    needs(context, 'jq');
    const project = await stoppedWithFailure();
    sh(project, FORCE_COMPLETE);
    for (let opening = 0; opening < 3; opening++) await (await project.open()).close();
    expect(fs.readFileSync(project.log, 'utf8').match(/"type":"edited"/g)).toHaveLength(1);
  });

  test('that breaks the schema is kept aside, with the problem, and changes nothing', async () => {
    const project = await stoppedWithFailure();
    const edited = fs.readFileSync(project.document, 'utf8').replace('"ready": [', '"ready": "all", "raedy": [');
    fs.writeFileSync(project.document, edited);
    const store = await project.open();
    expect(statusOf(store, 'T1.3')).toBe('failed');
    await store.close();
    expect(documentOf(project).tasks.failed).toEqual(['T1.3']);
    const [notice] = project.notices;
    expect(notice).toMatchObject({
      code: 'edit.refused',
      params: { problems: expect.arrayContaining([expect.objectContaining({ path: 'tasks.raedy' })]) },
    });
    expect(fs.readFileSync(asideOf(project, 'rejected'), 'utf8')).toBe(edited);
  });

  test('that says what only Orchestral may say is refused', async () => {
    const project = await stoppedWithFailure();
    edit(project, (document) => {
      document.tasks.ready = document.tasks.ready.filter((id) => id !== 'T1.1');
      document.tasks.in_progress = ['T1.1'];
      document.execution.current_phase = 7;
    });
    const store = await project.open();
    expect(statusOf(store, 'T1.1')).toBe('ready');
    await store.close();
    expect(project.notices).toMatchObject([
      {
        code: 'edit.refused',
        params: { problems: [{ path: 'execution' }, { path: 'tasks.in_progress', got: 'T1.1' }] },
      },
    ]);
  });

  test('to something that is no JSON leaves the log in charge', async () => {
    const project = await stoppedWithFailure();
    fs.writeFileSync(project.document, '{ "version": "2.0", ');
    const store = await project.open();
    expect(statusOf(store, 'T1.3')).toBe('failed');
    await store.close();
    expect(documentOf(project).tasks.failed).toEqual(['T1.3']);
    expect(project.notices).toMatchObject([{ code: 'document.rebuilt', params: { from: 'log' } }]);
    expect(fs.readFileSync(asideOf(project, 'corrupt'), 'utf8')).toBe('{ "version": "2.0", ');
  });

  test('of the layout only is no edit', async () => {
    const project = await stoppedWithFailure();
    const { config, ...rest } = documentOf(project);
    const text = JSON.stringify({ config, ...rest });
    fs.writeFileSync(project.document, text);
    await (await project.open()).close();
    expect(project.notices).toEqual([]);
    expect(fs.readFileSync(project.log, 'utf8')).not.toContain('"edited"');
    expect(fs.readFileSync(project.document, 'utf8')).toBe(text);
  });

  test('of the settings is carried over and never reaches the log', async () => {
    const project = await stoppedWithFailure();
    edit(project, (document) => {
      document.config.slack_webhook_url = 'https://hooks.example/SECRET';
      document.config.max_parallel = 3;
    });
    const store = await project.open();
    await commitAll(store, started('T1.1'));
    await store.close();
    expect(documentOf(project).config).toEqual({
      max_parallel: 3,
      retry_limit: 10,
      slack_webhook_url: 'https://hooks.example/SECRET',
    });
    expect(fs.readFileSync(project.log, 'utf8')).not.toContain('SECRET');
    fs.rmSync(project.document);
    await (await project.open()).close();
    expect(documentOf(project).config.max_parallel).toBe(3);
  });
});

describe('an edit while a run is going', () => {
  test('counts once it was left alone for a moment', async (context) => {
    needs(context, 'jq');
    const project = await stoppedWithFailure();
    const store = await project.open();
    store.takeOwnership();
    sh(project, FORCE_COMPLETE);
    await vi.waitFor(() => expect(statusOf(store, 'T1.3')).toBe('completed'), 300_000);
    await vi.waitFor(() => expect(documentOf(project).metrics.completed_count).toBe(1), 300_000);
    await store.close();
    expect(codes(project)).toEqual(['edit.taken']);
  });

  test('is heard by whoever watches, as what others recorded is', async () => {
    const project = await stoppedWithFailure();
    const store = await project.open();
    store.takeOwnership();
    const heard = new Promise((resolve) => store.watch(({ event }) => event.type === 'edited' && resolve(event.data)));
    edit(project, ({ tasks }) => {
      tasks.failed = [];
      tasks.completed.push('T1.3');
    });
    expect(await heard).toMatchObject({ doc: 'auto-state', events: [{ data: { id: 'T1.3' } }] });
    await store.close();
  });

  test('begun before another commit loses neither', async () => {
    const project = await stoppedWithFailure();
    const store = await project.open();
    store.takeOwnership();
    const begun = documentOf(project);
    await commitAll(store, started('T1.1'));
    await commitAll(store, { type: 'task_completed', data: { id: 'T1.1', seconds: 4 } });
    await vi.waitFor(() => expect(documentOf(project).tasks.completed).toEqual(['T1.1']), 300_000);
    // The editor still has the document of before, and saves it with the change.
    begun.tasks.failed = [];
    begun.tasks.completed.push('T1.3');
    save(project, begun);
    await commitAll(store, started('T1.2'));
    await vi.waitFor(() => expect(documentOf(project).tasks.completed).toEqual(['T1.1', 'T1.3']), 300_000);
    expect(statusOf(store, 'T1.2')).toBe('in_progress');
    await store.close();
    expect(codes(project)).toEqual(['edit.taken']);
  });

  test('is never overwritten, even by commits that do not pause', async () => {
    const project = await stoppedWithFailure();
    const store = await project.open();
    store.takeOwnership();
    let going = true;
    const busy = (async () => {
      while (going) {
        await commitAll(store, started('T1.1'));
        await commitAll(store, { type: 'task_reopened', data: { id: 'T1.1' } });
        await new Promise((next) => setTimeout(next, 1));
      }
    })();
    for (const id of ['T1.4', 'T1.5', 'T1.6']) {
      edit(project, (document) => {
        for (const list of Object.values(document.tasks)) if (list.includes(id)) list.splice(list.indexOf(id), 1);
        document.tasks.completed.push(id);
      });
      await vi.waitFor(() => expect(statusOf(store, id)).toBe('completed'), 300_000);
    }
    going = false;
    await busy;
    await store.close();
    expect(documentOf(project).tasks.completed).toEqual(['T1.4', 'T1.5', 'T1.6']);
  });
});

describe('an older version that comes back', () => {
  test('is kept aside: the log stays in charge', async () => {
    const { project, old } = await withHistory();
    fs.writeFileSync(project.document, old);
    const store = await project.open();
    expect(statusOf(store, 'T1.1')).toBe('completed');
    await store.close();
    expect(codes(project)).toEqual(['document.restored']);
    expect(fs.readFileSync(asideOf(project, 'restored'), 'utf8')).toBe(old);
    expect(documentOf(project).tasks.completed).toEqual(['T1.1']);
  });

  test('counts when a person says so', async () => {
    const { project, old } = await withHistory();
    fs.writeFileSync(project.document, old);
    const store = await project.open({ onRestored: () => Promise.resolve('document') });
    expect(statusOf(store, 'T1.1')).toBe('ready');
    await store.close();
  });
});

describe('a copied folder', () => {
  test('begins with nothing in flight, whatever the original is doing', async () => {
    const project = await stoppedWithFailure();
    const original = await project.open();
    original.takeOwnership();
    await commitAll(original, started('T1.1'));
    const folder = path.join(temporaryFolder(), 'copy');
    fs.cpSync(project.folder, folder, { recursive: true });

    const copy = autoProject(folder);
    const store = await copy.open();
    expect(store.takeOwnership()).toMatchObject({ ok: true });
    expect(statusOf(store, 'T1.1')).toBe('ready');
    expect(statusOf(store, 'T1.3')).toBe('failed');
    await store.close();
    expect(codes(copy)).toContain('folder.moved');
    expect(statusOf(original, 'T1.1')).toBe('in_progress');
    await original.close();
    expect(codes(project)).toEqual([]);
  });
});

/** Thirty tasks, of which T1.3 failed and blocks T1.13 and T1.23. */
async function stoppedWithFailure(): Promise<AutoProject> {
  const project = autoProject();
  const store = await project.open();
  await commitAll(store, planOf(30), entered(1));
  await commitAll(store, started('T1.3'), { type: 'task_failed', data: { id: 'T1.3' } });
  expect(statusOf(store, 'T1.23')).toBe('blocked');
  await store.close();
  return project;
}

async function withHistory(): Promise<{ project: AutoProject; old: string }> {
  const project = await stoppedWithFailure();
  const old = fs.readFileSync(project.document, 'utf8');
  const completed: AutoEvent = { type: 'task_completed', data: { id: 'T1.1' } };
  for (const event of [started('T1.2'), completed, started('T1.2')]) {
    const store = await project.open();
    await commitAll(store, event);
    await store.close();
  }
  return { project, old };
}

function documentOf(project: AutoProject): EditableDocument {
  return JSON.parse(fs.readFileSync(project.document, 'utf8'));
}

interface EditableDocument {
  execution: { current_phase: number };
  tasks: Record<string, string[]> & { completed: string[]; failed: string[]; ready: string[]; in_progress: string[] };
  metrics: { completed_count: number; failed_count: number };
  config: { max_parallel: number; retry_limit: number; slack_webhook_url: string | null };
}

/** As jq and most editors do: a new file takes the old one's place. */
function save(project: AutoProject, document: EditableDocument): void {
  fs.writeFileSync(`${project.folder}/tmp.json`, JSON.stringify(document));
  fs.renameSync(`${project.folder}/tmp.json`, project.document);
}

function edit(project: AutoProject, change: (document: EditableDocument) => void): void {
  const document = documentOf(project);
  change(document);
  save(project, document);
}

function statusOf({ state }: AutoStore, id: string): string | undefined {
  return state.kind === 'graph' ? state.tasks[id]?.status : undefined;
}

function sh(project: AutoProject, command: string): void {
  execFileSync('sh', ['-c', command], { cwd: project.folder });
}

function codes(project: AutoProject): string[] {
  return project.notices.map((notice) => notice.code);
}

function asideOf(project: AutoProject, reason: string): string {
  const folder = path.dirname(project.document);
  const [name] = fs.readdirSync(folder).filter((file) => file.startsWith(`orchestrate-state.json.${reason}-`));
  if (name === undefined) throw new Error(`nothing was kept as ${reason}`);
  return path.join(folder, name);
}
