import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';

const CONFIRMED_FOR_MS = 2_000;

/** Copies the id, which a private video is given to. */
export function CopyId({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      setCopied(true);
    } catch {
      // Browsers give no clipboard to a site without https, or when the user forbade it.
      await alertDialog({ title: 'Copy id', message: `This browser does not let us copy. The id is ${id}` });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button variant="plain" onClick={() => void copy()}>
        <Icon className="icon" aria-hidden />
        {isCopied ? 'Copied' : 'Copy id'}
      </Button>
      <output className="sr-only">{isCopied && 'Copied'}</output>
    </>
  );
}
