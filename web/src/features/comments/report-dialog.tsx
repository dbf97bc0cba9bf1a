import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { call } from '../../api/client.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FoundMessage } from '../../ui/found-message.tsx';
import { refetchIfRefused } from './use-comments.ts';

interface ReportDialogProps {
  /** Of the comment. */
  id: string;
  onReported: () => void;
  onClose: () => void;
}

/** Asks what is wrong with a comment. */
export function ReportDialog({ id, onReported, onClose }: ReportDialogProps) {
  const t = useTexts();
  const [fault, setFault] = useState<catalog.CommentFault>('names-child');
  const report = useMutation({
    mutationFn: () => call(catalog.reportComment, { params: { id }, body: { fault } }),
    onSuccess: onReported,
    onError: refetchIfRefused,
  });
  return (
    <Dialog open title={t('comments.report-title')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!report.isPending) report.mutate();
        }}
      >
        <fieldset>
          <legend className="sr-only">{t('comments.report-why')}</legend>
          {catalog.COMMENT_FAULTS.map((one) => (
            <label key={one} className="choice">
              <input type="radio" name="fault" checked={one === fault} onChange={() => setFault(one)} />
              <span>{t(`comments.fault-${one}`)}</span>
            </label>
          ))}
        </fieldset>
        <p className="muted small">{t('comments.report-hint')}</p>
        {report.error && <FoundMessage>{errorSentence(report.error)}</FoundMessage>}
        <div className="actions">
          <Button variant="plain" onClick={onClose}>
            {t('comments.cancel')}
          </Button>
          <Button type="submit" busy={report.isPending}>
            {t('comments.report')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
