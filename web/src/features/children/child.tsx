import { auth, catalog } from '@larksong/contracts';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useNavigate } from 'react-router';

import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { ButtonLink } from '../../parts/button-link.tsx';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { nameOf } from '../../parts/nest/animal.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { childCardsOf, classOf } from './addresses.ts';
import { Cards } from './cards/cards.tsx';
import { ChildForm } from './child-form.tsx';
import { ClassChoice } from './class-choice.tsx';
import { deleteNest } from './delete-nest.ts';
import { Devices } from './devices.tsx';
import { Minutes } from './minutes.tsx';
import { Preview } from './preview.tsx';
import { Sharing } from './sharing.tsx';
import styles from './child.module.css';

/** One nest: whose it is, what may be seen, and how long. */
export function Child({ id }: { id: string }) {
  const t = useTexts();
  const { data, error, refetch } = useCall(auth.listNests, {}, { staleTime: 0 });
  const nest = data?.nests.find((one) => one.id === id);
  const title = nest ? t('child.title', { name: nameOf(nest, t) }) : t('children.title');
  useDocumentTitle(title);
  if (data && !nest) return <Missing />;
  return (
    <>
      <div className={styles.head}>
        <Back classId={nest?.classId ?? null} />
        <h1 dir="auto">{title}</h1>
      </div>
      {!nest && error && (
        <LoadFailed title={t('child.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!nest && !error && <Status className="muted">{t('child.loading')}</Status>}
      {nest && <Loaded key={nest.id} nest={nest} />}
    </>
  );
}

/** Leads to the class of a nest that is in one. */
function Back({ classId }: { classId: string | null }) {
  const t = useTexts();
  const { data } = useCall(auth.listClasses, {}, { enabled: classId !== null });
  const one = data?.classes.find(({ id }) => id === classId);
  return (
    <ButtonLink
      variant="quiet"
      className={`wrap ${styles.back}`}
      to={classId === null ? paths.children : classOf(classId)}
    >
      <ArrowLeft className="icon points" aria-hidden />
      <bdi>{one?.name ?? t('children.title')}</bdi>
    </ButtonLink>
  );
}

/** Begins the form only with the rule as it is now: one from before would be refused when it is saved. */
function Loaded({ nest }: { nest: auth.Nest }) {
  const t = useTexts();
  const params = { id: nest.classId ?? nest.id };
  const rule = useCall(catalog.getNestRule, { params }, { staleTime: 0 });
  const choices = useCall(catalog.listNestChoices, { params });
  const failed = [rule, choices].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <LoadFailed title={t('child.failed')} error={failed.error} onRetry={() => void failed.refetch()} />
    );
  if (!rule.data || !rule.isFetchedAfterMount || !choices.data)
    return <Status className="muted">{t('child.loading')}</Status>;
  return (
    <>
      <ChildForm nest={nest} start={rule.data} choices={choices.data} />
      <div className={styles.further}>
        {rule.data.rule && (
          <>
            <Part title={t('child.sees')}>
              <Preview face={nest} />
            </Part>
            <Part title={t('child.minutes')}>
              <Minutes nestId={nest.id} ruleId={params.id} />
            </Part>
          </>
        )}
        <Part title={t('child.cards')}>
          <Cards owner={{ kind: 'nest', id: nest.id }} cards={nest.cards} sheet={childCardsOf(nest.id)} />
        </Part>
        <Part title={t('child.devices')}>
          <Devices nest={nest} />
        </Part>
        <Part title={t('child.sharing')}>
          <NestSharing nest={nest} />
        </Part>
        {nest.isMine && <OfOwner nest={nest} />}
      </div>
    </>
  );
}

/** What only its owner may do. */
function OfOwner({ nest }: { nest: auth.Nest }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { data } = useCall(auth.listClasses, {});
  const back = nest.classId === null ? paths.children : classOf(nest.classId);
  return (
    <>
      {data?.classes.some(({ isMine }) => isMine) && (
        <Part title={t('child.class')}>
          <ClassChoice nest={nest} />
        </Part>
      )}
      <Part title={t('children.delete')}>
        <p className="muted small">{t('children.delete-question')}</p>
        <Button
          variant="danger"
          onClick={() => void deleteNest(nest, () => void navigate(back, { replace: true }))}
        >
          {t('child.delete', { name: nameOf(nest, t) })}
        </Button>
      </Part>
    </>
  );
}

function NestSharing({ nest }: { nest: auth.Nest }) {
  const t = useTexts();
  const navigate = useNavigate();
  if (nest.classId !== null) return <p className="muted">{t('sharing.of-class')}</p>;
  return <Sharing kind="nest" shared={nest} onLeft={() => void navigate(paths.children)} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Missing() {
  const t = useTexts();
  return (
    <EmptyState
      icon={SearchX}
      level={1}
      title={t('child.missing')}
      hint={t('child.missing-hint')}
      action={<ButtonLink to={paths.children}>{t('children.title')}</ButtonLink>}
    />
  );
}
