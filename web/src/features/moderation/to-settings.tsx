import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';

/** Leads superadmins to the settings of comments. */
export function ToSettings() {
  const t = useTexts();
  return <p className="small muted">{t.rich('moderation.to-settings', { link: toStatus })}</p>;
}

function toStatus(content: ReactNode) {
  return <Link to={`${paths.status}#comment-settings`}>{content}</Link>;
}
