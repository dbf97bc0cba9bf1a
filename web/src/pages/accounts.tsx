import { Accounts } from '../features/accounts/accounts.tsx';
import { SuperadminOnly } from '../features/auth/gate.tsx';
import { useDocumentTitle } from '../ui/use-document-title.ts';

export function AccountsPage() {
  useDocumentTitle('Accounts');
  return (
    <div className="page narrow">
      <SuperadminOnly>
        <Accounts />
      </SuperadminOnly>
    </div>
  );
}
