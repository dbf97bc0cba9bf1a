import { useRef, type ReactNode } from 'react';

import { useTexts } from '../lib/texts.ts';
import { Button } from './button.tsx';

interface FileButtonProps {
  /** The `accept` attribute of the file input. */
  accept: string;
  busy?: boolean;
  /** For screen readers, if the text alone is ambiguous: `Upload picture of apple`. */
  label?: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that opens a file picker. */
export function FileButton({ accept, busy, label, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const t = useTexts();
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label && t('file-button.input', { label })}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = ''; // allows the same file to be selected again
          if (chosen !== undefined) onChoose(chosen);
        }}
      />
      <Button
        variant="plain"
        {...(busy === undefined ? {} : { busy })}
        aria-label={label}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
