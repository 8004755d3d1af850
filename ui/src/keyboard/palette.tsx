import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { Search } from 'lucide-react';
import { useLocation } from 'wouter';
import { useWords } from '../words/words.tsx';

export interface PaletteEntry {
  readonly href: string;
  readonly label: string;
  readonly description?: string;
}

/** Ctrl K: go anywhere by typing. */
export function Palette({ entries }: { entries: readonly PaletteEntry[] }) {
  const { palette } = useWords();
  const [, navigate] = useLocation();
  const actions: SpotlightActionData[] = entries.map(({ href, label, description }) => ({
    id: href,
    label,
    ...(description !== undefined && { description }),
    onClick: () => navigate(href),
  }));
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound={palette.nothing}
      highlightQuery={false}
      limit={12}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.3 }}
      searchProps={{
        leftSection: <Search size={18} aria-hidden="true" />,
        placeholder: palette.prompt,
        'aria-label': palette.prompt,
      }}
    />
  );
}
