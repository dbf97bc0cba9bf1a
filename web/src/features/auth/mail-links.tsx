import { useMutation } from '@tanstack/react-query';

import { text, useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import type { MessageContent } from '../../ui/message.tsx';
import { checkEmail } from './credentials.ts';
import { requestMail, type MailKind } from './mail-request.ts';
import styles from './mail-links.module.css';

interface MailLinksProps {
  email: string;
  onMessage: (message: MessageContent | null) => void;
  /** Receives the error in the email. */
  onInvalid: (error: string) => void;
}

/** The links of the sign-in dialog that request a reset mail or another verification mail. */
export function MailLinks({ email, onMessage, onInvalid }: MailLinksProps) {
  const t = useTexts();
  const request = useMutation({
    mutationFn: (kind: MailKind) => requestMail(kind, email),
    onSuccess: (text) => onMessage({ kind: 'good', text }),
    onError: (error) => onMessage({ kind: 'bad', text: errorSentence(error, text('mail-links.failed')) }),
  });
  const ask = (kind: MailKind) => {
    if (request.isPending) return;
    onMessage(null);
    const error = checkEmail(email);
    if (error === undefined) request.mutate(kind);
    else onInvalid(error);
  };
  const isBusy = (kind: MailKind) => request.isPending && request.variables === kind;
  return (
    <div className={styles.links}>
      <Button variant="quiet" busy={isBusy('reset')} onClick={() => ask('reset')}>
        {t('mail-links.reset')}
      </Button>
      <Button variant="quiet" busy={isBusy('verification')} onClick={() => ask('verification')}>
        {t('mail-links.verification')}
      </Button>
    </div>
  );
}
