import { useState } from 'react';

import { RestoreForm } from './restore-form.tsx';
import { RestoreRun } from './restore-run.tsx';

/** Restores a backup instead of setting up a new site. After a failure, the form is unchanged. */
export function Restore({ code, onBack }: { code: string; onBack: () => void }) {
  const [requestId, setRequestId] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const fail = (sentence: string) => {
    setFailure(sentence);
    setRequestId(undefined);
  };
  return (
    <>
      {requestId !== undefined && <RestoreRun requestId={requestId} onFailed={fail} />}
      <div hidden={requestId !== undefined}>
        <RestoreForm
          code={code}
          failure={failure}
          onTry={() => setFailure(undefined)}
          onStarted={setRequestId}
          onBack={onBack}
        />
      </div>
    </>
  );
}
