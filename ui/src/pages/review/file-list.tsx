import type { ApiPack, Draft } from '../../../../src/schema/api/review.ts';
import { Counts } from '../../diff/counts.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './review.module.css';

interface FileListProps {
  readonly pack: ApiPack;
  readonly chosen: string;
  readonly viewed: readonly string[];
  readonly drafts: readonly Draft[];
  readonly onChoose: (path: string) => void;
}

/** The changed files by folder, with what is to be seen in each. */
export function FileList({ pack, chosen, viewed, drafts, onChoose }: FileListProps) {
  const { review: words } = useWords();
  const { files } = pack.changes;
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))];
  return (
    <nav className={styles.files} aria-label={words.files}>
      <p className={styles.viewedCount}>{words.filesOf(viewed.length, files.length)}</p>
      {folders.map((folder) => (
        <section key={folder}>
          <h3 className={styles.folder}>{folder === '' ? '/' : folder}</h3>
          {files
            .filter(({ path }) => folderOf(path) === folder)
            .map((file) => {
              const unproven = pack.unproven.filter(({ path }) => path === file.path).length;
              const comments = drafts.filter(({ path }) => path === file.path).length;
              return (
                <button
                  key={file.path}
                  type="button"
                  className={styles.file}
                  aria-current={file.path === chosen}
                  onClick={() => onChoose(file.path)}
                  title={file.path}
                >
                  <span className={styles.fileName} data-viewed={viewed.includes(file.path)}>
                    {viewed.includes(file.path) && '✓ '}
                    {file.path.slice(folder === '' ? 0 : folder.length + 1)}
                  </span>
                  {file.is_test && <span className={styles.tag}>{words.testFile}</span>}
                  {unproven > 0 && (
                    <span className={styles.tag} title={words.unprovenIn(unproven)}>
                      △ {unproven}
                    </span>
                  )}
                  {comments > 0 && (
                    <span className={styles.tag} title={words.count(comments)}>
                      ✎ {comments}
                    </span>
                  )}
                  <Counts file={file} />
                </button>
              );
            })}
        </section>
      ))}
    </nav>
  );
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
