import { AnnouncementPanel } from '../features/announcement/panel.tsx';
import { SuperadminOnly } from '../features/auth/gate.tsx';
import { AccessPanel } from '../features/status/access-panel.tsx';
import { CommentsPanel } from '../features/status/comments-panel.tsx';
import { LanguagesPanel } from '../features/status/languages-panel.tsx';
import { SiteStatus } from '../features/status/site-status.tsx';
import { ToldPanel } from '../features/status/told-panel.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function StatusPage() {
  const t = useTexts();
  useDocumentTitle(t('status.title'));
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <SiteStatus>
          <AnnouncementPanel />
          <ToldPanel />
          <AccessPanel />
          <CommentsPanel />
          <LanguagesPanel />
        </SiteStatus>
      </SuperadminOnly>
    </div>
  );
}
