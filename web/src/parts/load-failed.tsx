import { ApiError } from '@larksong/contracts';
import { CircleAlert, RefreshCw, WifiOff } from 'lucide-react';

import { useTexts } from '../lib/texts.ts';
import { NoAnswerError } from '../lib/time-limit.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { errorSentence } from './error-sentence.ts';

interface LoadFailedProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  level?: 1 | 2 | 3;
}

/** Shown by a list or a page whose call failed: what happened, why, and Try again. */
export function LoadFailed({ title, error, onRetry, level }: LoadFailedProps) {
  const t = useTexts();
  const isUnreachable = error instanceof ApiError && error.status === 0 && !(error instanceof NoAnswerError);
  return (
    <div role="alert">
      <EmptyState
        icon={isUnreachable ? WifiOff : CircleAlert}
        tone="bad"
        title={title}
        hint={errorSentence(error)}
        {...(level ? { level } : {})}
        action={
          <Button onClick={onRetry}>
            <RefreshCw className="icon" aria-hidden />
            {t('failure.retry')}
          </Button>
        }
      />
    </div>
  );
}
