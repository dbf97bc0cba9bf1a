import { catalog } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { classNames } from '../../ui/class-names.ts';
import { Message } from '../../ui/message.tsx';
import { saySaved } from '../../ui/saved.tsx';
import styles from './approvals.module.css';

/** Decides whether what teachers upload from now on waits for an approval. `isOn` is undefined until it is known. */
export function ApprovalsSwitch({ isOn }: { isOn: boolean | undefined }) {
  const t = useTexts();
  const change = useMutation({
    mutationFn: (body: { isOn: boolean }) => call(catalog.putApprovals, { body }),
    // The box shows what is stored.
    onSuccess: async () => {
      await invalidate(catalog.listApprovals);
      saySaved();
    },
  });
  const isShownOn = change.isPending ? change.variables.isOn : isOn;
  return (
    <>
      <label className={classNames('choice', isShownOn === undefined && styles.unknown)}>
        <input
          type="checkbox"
          name="isOn"
          checked={isShownOn ?? false}
          disabled={isShownOn === undefined}
          onChange={({ target }) => !change.isPending && change.mutate({ isOn: target.checked })}
        />
        <span>
          {t('approvals.is-on')}
          <small>{t('approvals.is-on-hint')}</small>
        </span>
      </label>
      {change.error && <Message kind="bad">{errorSentence(change.error)}</Message>}
    </>
  );
}
