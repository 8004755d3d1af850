import { Button, Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { useIsOffline } from '../live/live.tsx';
import { Confirm } from '../states/confirm.tsx';
import { useWords } from '../words/words.tsx';

interface MenuItem {
  readonly label: string;
  /** Asked once more before it is done; without it, it is done at once. */
  readonly sure?: string;
  readonly run: () => void;
}

export interface MenuGroup {
  readonly label?: string;
  readonly items: readonly MenuItem[];
}

/** What can be asked for besides the main action; nothing is shown where there is nothing. */
export function MoreMenu({ groups }: { groups: readonly MenuGroup[] }) {
  const { actions: words } = useWords();
  const isOffline = useIsOffline();
  const button = useRef<HTMLButtonElement>(null);
  const [asks, setAsks] = useState<MenuItem | null>(null);
  const choose = (item: MenuItem): void => {
    if (item.sure === undefined) return item.run();
    // The item goes with the menu; whoever says no is to be where they began.
    button.current?.focus();
    setAsks(item);
  };
  const present = groups.filter(({ items }) => items.length > 0);
  if (present.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button ref={button} variant="default" size="compact-md" disabled={isOffline}>
            {words.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {present.map(({ label, items }, index) => (
            <div key={items[0]?.label}>
              {index > 0 && <Menu.Divider />}
              {label !== undefined && <Menu.Label>{label}</Menu.Label>}
              {items.map((item) => (
                <Menu.Item key={item.label} onClick={() => choose(item)}>
                  {item.label}
                </Menu.Item>
              ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asks !== null && (
        <Confirm question={asks.sure ?? ''} yes={asks.label} onYes={asks.run} onClose={() => setAsks(null)} />
      )}
    </>
  );
}
