import { useEffect, useState } from 'react';

import { useStore } from '../../lib/store.ts';
import { useTexts } from '../../lib/texts.ts';
import { useLeaveWarning } from '../../parts/use-leave-warning.ts';
import { useSession } from '../auth/session.ts';
import { ChooseFiles } from './choose-files.tsx';
import { createImport } from './create-import.ts';
import { ImportDefaults } from './import-defaults.tsx';
import { ImportFindings } from './import-findings.tsx';
import { ImportList } from './import-list.tsx';
import { ImportStatus } from './import-status.tsx';
import { forgetLeft, readLeft } from './left-over.ts';
import { LeftOverNote } from './left-over-note.tsx';
import { useServerTexts } from '../../parts/server-words.ts';

/** Imports many videos: choose files, look through the list and correct it, send. */
export function ImportVideos() {
  const t = useTexts();
  useServerTexts('failures');
  const userId = useSession().user?.id ?? '';
  const [job] = useState(() => createImport(userId));
  const [left, setLeft] = useState(readLeft);
  const state = useStore(job.state);
  const isRunning = state.phase === 'running';
  useEffect(() => () => job.close(), [job]);
  useLeaveWarning(isRunning, t('import.leave'));
  const forget = () => {
    forgetLeft();
    setLeft(null);
  };
  return (
    <>
      {left !== null && state.phase === 'empty' && <LeftOverNote left={left} onForget={forget} />}
      <ChooseFiles
        isBusy={isRunning || state.phase === 'checking'}
        hasFiles={state.items.length > 0}
        onFiles={(files) => void job.add(files, left?.edits)}
      />
      <ImportFindings state={state} onDropTable={job.dropTable} />
      {state.items.length > 0 && (
        <>
          <ImportDefaults defaults={state.defaults} isDisabled={isRunning} onChange={job.choose} />
          <ImportStatus
            state={state}
            onStart={() => void job.start()}
            onStop={job.stop}
            onRetry={() => void job.retryFailed()}
            onCompare={() => void job.compare()}
          />
          <ImportList items={state.items} isLocked={isRunning} onEdit={job.edit} />
        </>
      )}
    </>
  );
}
