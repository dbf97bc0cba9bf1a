import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';

const CONFIRMATION_MS = 2_000;

interface CopyTextProps {
  /** Names the text in the button's label. */
  what: string;
  text: string;
}

/** Copies a text, or shows it if the browser offers no clipboard. */
export function CopyText({ what, text }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers offer no clipboard on sites without https, or if the user has blocked it.
      await alertDialog({
        title: `Copy ${what}`,
        message: `This browser blocks copying. The ${what} is ${text}`,
      });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button variant="plain" onClick={() => void copy()}>
        <Icon className="icon" aria-hidden />
        {isCopied ? 'Copied' : `Copy ${what}`}
      </Button>
      <output className="sr-only">{isCopied && 'Copied'}</output>
    </>
  );
}
