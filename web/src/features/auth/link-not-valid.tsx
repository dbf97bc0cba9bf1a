import { useTexts } from '../../lib/texts.ts';
import { Message } from '../../ui/message.tsx';
import { RequestLink } from './request-link.tsx';
import type { MailKind } from './mail-request.ts';

interface LinkNotValidProps {
  title: string;
  kind: MailKind;
}

/** The page of an emailed link that is not valid, with a form that requests a new one. */
export function LinkNotValid({ title, kind }: LinkNotValidProps) {
  const t = useTexts();
  return (
    <div className="panel">
      <h1>{title}</h1>
      <Message kind="bad">{t('link-not-valid.text')}</Message>
      <RequestLink kind={kind} />
    </div>
  );
}
