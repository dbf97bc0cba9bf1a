import { catalog } from '@larksong/contracts';
import { Eye } from 'lucide-react';
import { Link } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Message } from '../../ui/message.tsx';

/** Says plainly what another browser window shows on this device: on a closed site, a nest's rule holds for all of it. */
export function WindowsSentence() {
  const t = useTexts();
  const { data } = useCall(catalog.getSiteAccess, {});
  if (data === undefined) return null;
  return (
    <Message icon={Eye}>
      {t(data.access.visitors === 'nobody' ? 'children.windows-closed' : 'children.windows-open')}{' '}
      <Link to={paths.lockTablet}>{t('hand-over.how-to-lock')}</Link>
    </Message>
  );
}
