import { useParams } from 'react-router';

import { GuestPage as Guest } from '../../features/guest/guest-page.tsx';

/** The list of a link. Another code is another page. */
export function GuestPage() {
  const { code = '' } = useParams();
  return <Guest key={code} code={code} />;
}
