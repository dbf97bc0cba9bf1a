import { ERRORS } from '@larksong/contracts';

import { Message } from '../../ui/message.tsx';
import { RequestLink } from './request-link.tsx';
import type { MailKind } from './mail-request.ts';

interface LinkNotValidProps {
  title: string;
  kind: MailKind;
}

/** The page of an emailed link that is not valid, with a form that requests a new one. */
export function LinkNotValid({ title, kind }: LinkNotValidProps) {
  return (
    <div className="panel">
      <h1>{title}</h1>
      <Message kind="bad">{ERRORS.LINK_NOT_VALID.message}</Message>
      <RequestLink kind={kind} />
    </div>
  );
}
