import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import { redactor, secretsIn } from '../../base/redact.ts';
import type { Result } from '../../base/result.ts';
import { type DocumentName, kindOf } from '../../schema/documents.ts';
import { documentsBelow, type Subject } from '../operations/validate.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';

export interface ListedDocument {
  /** From the project, with `/` between folders. */
  readonly path: string;
  readonly name: DocumentName;
  /** Another once the file was replaced. */
  readonly revision: string;
}

/** The documents of all workflows, for whoever reads them. Configuration is none of them: its values may be secrets. */
export interface DocumentsApi {
  list(): Promise<readonly ListedDocument[]>;
  /** One of those that are listed, with secrets masked. */
  read(path: string): Promise<Result<ListedDocument & { readonly text: string }, Failure>>;
}

/** @internal */
export function documentsApi({
  project: { root },
  env,
}: {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
}): DocumentsApi {
  const redact = redactor(secretsIn(env));
  const all = () => documentsBelow(root).filter(({ name }) => !name.startsWith('config-') && name !== 'rehearsal');
  const listed = ({ path: file, name }: Subject): ListedDocument[] => {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return [];
    const revision = `${stat.ino}-${stat.size}-${stat.mtimeMs}`;
    return [{ path: path.relative(root, file).split(path.sep).join('/'), name, revision }];
  };
  return {
    list: async () => all().flatMap(listed),
    read: (wanted) =>
      catchFailure(async () => {
        const [found] = all().flatMap((one) => listed(one).filter((document) => document.path === wanted));
        if (found === undefined) return throwFailure('file.missing', {}, { path: wanted });
        const file = path.join(root, found.path);
        const bytes = unwrap(readRegularFile(file, { limit: kindOf(found.name).maxBytes, followLinks: false }));
        return { ...found, text: redact(withoutWebhook(new TextDecoder().decode(bytes))) };
      }),
  };
}

/** The address is all that somebody needs to write there. */
function withoutWebhook(text: string): string {
  return text.replaceAll(/("slack_webhook_url"\s*:\s*)"[^"]*"/g, '$1"***"');
}
