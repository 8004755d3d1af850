import fs from 'node:fs';
import path from 'node:path';
import { manifestOf } from '../../../../src/languages/manifests.ts';
import type { Explored } from '../../../../src/schema/contracts/discovery.ts';
import type { ProjectTree } from '../../../../src/workflows/session/merge/assumptions.ts';

const FOLDER = path.resolve('test/fixtures/assumption-trees');

export const TREES = ['java-gradle', 'typescript', 'python'] as const;

/** A project from `-- path --` sections, as the engine would hand it to the merge after exploring all its sources. */
export function projectTree(name: (typeof TREES)[number]): { tree: ProjectTree; explored: Explored } {
  const files = unpack(fs.readFileSync(path.join(FOLDER, `${name}.txtar`), 'utf8'));
  const sources = files.filter((file) => /\.(java|tsx?|py)$/.test(file.path));
  return {
    tree: treeOf(files),
    explored: exploredOf(sources.map((file) => [file.path, ABOUT[file.path] ?? ''])),
  };
}

export function treeOf(files: readonly { readonly path: string; readonly text: string }[]): ProjectTree {
  return {
    paths: files.map(({ path }) => path),
    dependencies: files.flatMap((file) => manifestOf(file.path)?.dependencies?.(file.text) ?? []),
  };
}

export function exploredOf(files: readonly (readonly [string, string])[]): Explored {
  return {
    version: 1,
    request_id: 'R1',
    created_at: '2026-01-01T00:00:00Z',
    created_by: 'code-explore',
    project_manifest: { claude_md: null, agents_md: null },
    explored_files: files.map(([file, summary]) => ({ path: file, summary })),
    directory_structure: {},
  };
}

export interface Sample {
  readonly label: string;
  readonly assumption: string;
}

export function samples(name: string, part: 'tuned' | 'held-out'): Sample[] {
  const lines = fs
    .readFileSync(path.join(FOLDER, `${name}.${part}.txt`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [label = '', ...rest] = line.split(' | ');
    return { label, assumption: rest.join(' | ') };
  });
}

const ABOUT: Readonly<Record<string, string>> = {
  'src/main/java/com/example/shop/security/AuthService.java': '로그인과 인증 처리',
  'src/main/java/com/example/shop/security/SecurityConfig.java': '인증 필터 설정',
  'src/main/java/com/example/shop/order/OrderService.java': '주문 서비스',
  'apps/api/src/routes/notes.ts': 'routes of the notes',
  'apps/api/src/services/note-service.ts': 'keeps notes in the database',
  'bookings/api/auth.py': '인증 라우터',
  'bookings/services/room_service.py': 'rooms and their bookings',
};

function unpack(archive: string): { path: string; text: string }[] {
  const [, ...parts] = archive.split(/^-- (.+) --\n/m);
  return parts.flatMap((name, i) => (i % 2 === 0 ? [{ path: name, text: parts[i + 1] ?? '' }] : []));
}
