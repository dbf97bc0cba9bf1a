import { Upload } from 'lucide-react';
import { useRef } from 'react';

import { Button } from '../../ui/button.tsx';

interface FileButtonProps {
  label: string;
  /** What it is for, for who listens: `Upload picture of apple`. */
  of: string;
  accept: string;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** A button that asks for a file. */
export function FileButton({ label, of, accept, busy, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={`${label} of ${of}, file`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = ''; // the same file may be chosen again
          if (file !== undefined) onChoose(file);
        }}
      />
      <Button
        variant="plain"
        busy={busy}
        aria-label={`${label} of ${of}`}
        onClick={() => input.current?.click()}
      >
        {!busy && <Upload className="icon" aria-hidden />}
        {label}
      </Button>
    </>
  );
}
