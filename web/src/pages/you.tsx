import { useDocumentTitle } from '../ui/use-document-title.ts';

export function YouPage() {
  useDocumentTitle('You');
  return (
    <div className="page">
      <h1>You</h1>
      <p>This is the You page</p>
    </div>
  );
}
