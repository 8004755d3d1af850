import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../words/words.tsx';

interface Props {
  readonly title: string;
  readonly size?: 'lg';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Over the page for as long as it is rendered. Who opened it with the keyboard is where they were when it is closed. */
export function Dialog({ title, size, onClose, children }: Props) {
  const { keys } = useWords();
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => void (opener instanceof HTMLElement && opener.focus({ preventScroll: true })), [opener]);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size ?? 'md'}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': keys.close }}
    >
      <div ref={focusFirst}>{children}</div>
    </Modal>
  );
}

/** At once: the modal moves the focus only after a moment, and what is typed until then would be lost. */
function focusFirst(content: HTMLElement | null): void {
  content?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
}
