import { ApiError, auth } from '@larksong/contracts';
import { useMutation } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { errorSentence } from '../../parts/error-sentence.ts';
import { ListSign } from '../../parts/list-sign.tsx';
import { Animal } from '../../parts/nest/animal.tsx';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { thenRefresh } from './refresh-children.ts';
import styles from './invitations.module.css';

/** Nests and classes that other members would like to share. Whoever cannot be asked now is not told of them. */
export function Invitations() {
  const { data } = useCall(auth.listNestInvitations, {}, { staleTime: 0 });
  if (!data || data.invitations.length === 0) return null;
  return (
    <ul className={styles.invitations}>
      {data.invitations.map((invitation) => (
        <li key={invitation.id} className="panel">
          <Invitation invitation={invitation} />
        </li>
      ))}
    </ul>
  );
}

function Invitation({ invitation }: { invitation: auth.NestInvitation }) {
  const t = useTexts();
  const answer = useAnswer(invitation.id);
  const { from, nest } = invitation;
  const isBusy = (wanted: Answered) => answer.isPending && answer.variables === wanted;
  return (
    <>
      {nest && <Animal face={nest} className={styles.animal} />}
      {invitation.class && <ListSign list={invitation.class} isLarge />}
      <p>{t.rich(nest ? 'invitations.nest' : 'invitations.class', { name: <bdi key="name">{from}</bdi> })}</p>
      <div className="row">
        <Button variant="plain" busy={isBusy('decline')} onClick={() => answer.give('decline')}>
          {t('invitations.decline')}
        </Button>
        <Button busy={isBusy('accept')} onClick={() => answer.give('accept')}>
          {t('invitations.accept')}
        </Button>
      </div>
      {answer.error && <Message kind="bad">{errorSentence(answer.error)}</Message>}
    </>
  );
}

type Answered = 'accept' | 'decline';

async function send(id: string, answered: Answered): Promise<void> {
  const endpoint = answered === 'accept' ? auth.acceptNestInvitation : auth.declineNestInvitation;
  try {
    await call(endpoint, { params: { id } });
  } catch (error) {
    // Another tab, or the owner, was faster: the list says how it is now.
    const isGone = error instanceof ApiError && error.code === 'NEST_NOT_FOUND';
    if (!isGone) throw error;
  }
}

function useAnswer(id: string) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (answered: Answered) => thenRefresh(() => send(id, answered)),
  });
  const give = (answered: Answered) => {
    if (!isPending) mutate(answered);
  };
  return { give, isPending, variables, error };
}
