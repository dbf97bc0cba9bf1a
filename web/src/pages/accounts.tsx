import { Accounts } from '../features/accounts/accounts.tsx';
import { SuperadminOnly } from '../features/auth/gate.tsx';
import { useTexts } from '../lib/texts.ts';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function AccountsPage() {
  const t = useTexts();
  useDocumentTitle(t('accounts.title'));
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <Accounts />
      </SuperadminOnly>
    </div>
  );
}
