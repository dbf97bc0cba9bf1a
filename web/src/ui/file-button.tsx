import { useRef, type ReactNode } from 'react';

import { Button } from './button.tsx';

interface FileButtonProps {
  /** As in the file input's own attribute. */
  accept: string;
  busy?: boolean;
  /** For who listens, where the text alone does not say what it is for: `Upload picture of apple`. */
  label?: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that asks for a file. */
export function FileButton({ accept, busy, label, onChoose, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label && `${label}, file`}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          event.target.value = ''; // the same file may be chosen again
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
