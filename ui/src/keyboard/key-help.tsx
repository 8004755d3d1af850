import { Switch } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../states/dialog.tsx';
import { useWords } from '../words/words.tsx';
import { areSingleKeysOn, currentBindings, switchSingleKeys } from './key-bindings.ts';
import styles from './key-help.module.css';

/** The keys that hold on this page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const { keys } = useWords();
  const [on, setOn] = useState(areSingleKeysOn);
  return (
    <Dialog onClose={onClose} title={keys.title} size="lg">
      <div className={styles.groups}>
        {currentBindings().map(({ title, bindings }) => (
          <section key={title}>
            <h2>{title}</h2>
            <dl className={styles.list}>
              {bindings.map(({ keys: combination, label }) => (
                <div key={combination} className={styles.row}>
                  <dt>
                    <Combination keys={combination} />
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        mt={16}
        checked={on}
        label={keys.singleKeys}
        onChange={(event) => {
          switchSingleKeys(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
    </Dialog>
  );
}

function Combination({ keys }: { keys: string }) {
  return keys
    .split(' ')
    .flatMap((part) => part.split('+'))
    .map((part) => (
      <kbd key={part} className={styles.key}>
        {part === 'Ctrl' && navigator.platform.startsWith('Mac') ? '⌘' : part}
      </kbd>
    ));
}
