import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { alertDialog } from '../../ui/dialog-host.tsx';

const CONFIRMED_FOR_MS = 2_000;

interface CopyTextProps {
  /** What the text is, in the name of the button. */
  what: string;
  text: string;
}

/** Copies something to be pasted elsewhere, or shows it where the browser gives no clipboard. */
export function CopyText({ what, text }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers give no clipboard to a site without https, or when the user forbade it.
      await alertDialog({
        title: `Copy ${what}`,
        message: `This browser does not let us copy. The ${what} is ${text}`,
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
