import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SERVICE_NAMES } from '@larksong/local';
import { describe, expect, it } from 'vitest';

import {
  BARE_VALUES,
  createFinder,
  findTool,
  LEAST_VALUES,
  MOST_VALUES,
  podsOf,
  render,
  type Manifest,
  type NetworkRule,
} from './chart.ts';
import { readFacts, readOperatorFacts, ROOT } from './settings.ts';

const BACKUP_VALUES = { ...LEAST_VALUES, backup: { claim: 'songs-backups' } };

const helm = findTool('helm');

describe.skipIf(helm === undefined)('the rendered chart (needs helm, which the long tests build)', () => {
  const { all: manifests, get, settingsOf } = createFinder(helm ?? '');
  const listOf = (values: object, kind: string) => manifests(values).filter((each) => each.kind === kind);

  it('the rendered chart has what the values ask for, and nothing else', () => {
    const count = (values: object) =>
      Object.groupBy(manifests(values), ({ kind }) => kind) as Record<string, Manifest[]>; // kinds are names
    const numbers = (values: object) =>
      Object.fromEntries(Object.entries(count(values)).map(([kind, all]) => [kind, all.length]));
    const always = { Deployment: 6, Service: 5, PodDisruptionBudget: 4 };
    expect(numbers(BARE_VALUES)).toEqual(always);
    expect(numbers(LEAST_VALUES)).toEqual({ ...always, Ingress: 1, Job: 3, NetworkPolicy: 10 });
    expect(numbers(MOST_VALUES)).toEqual({
      ...always,
      ...{ Ingress: 1, Job: 3, CronJob: 1, NetworkPolicy: 11, ConfigMap: 1, DaemonSet: 1 },
      ...{ ScaledObject: 1, HorizontalPodAutoscaler: 2, PodMonitor: 5, PrometheusRule: 1 },
    });
  });

  it('in the rendered chart, no pod runs as root, writes outside its folders, or has a token of the cluster', () => {
    for (const values of [LEAST_VALUES, MOST_VALUES])
      for (const manifest of manifests(values)) {
        const { kind, metadata } = manifest;
        const pod = podsOf(manifest)?.spec;
        if (!pod || kind === 'DaemonSet') continue; // which has to write to the node
        expect(pod, metadata.name).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000 },
        });
        for (const container of pod.containers) {
          expect(container.resources.limits.memory).toMatch(/^\d+[MG]i$/);
          expect(container.securityContext).toMatchObject({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
            seccompProfile: { type: expect.stringMatching(/^(RuntimeDefault|Localhost)$/) },
          });
          if (kind === 'Deployment' && metadata.name !== 'songs-operate')
            for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
              expect(container[probe]).toBeDefined();
        }
      }
  });

  it('in the rendered chart, a worker has the seccomp profile of compose once it is installed', () => {
    const profile = JSON.parse(
      get(MOST_VALUES, 'ConfigMap', 'seccomp').data?.['transcoder.json'] ?? '',
    ) as object;
    const compose = readFileSync(join(ROOT, 'infra', 'compose', 'seccomp-transcoder.json'), 'utf8');
    expect(profile).toEqual(JSON.parse(compose));
    const context = (values: object, name: string) =>
      get(values, 'Deployment', name).spec.template?.spec.containers[0]?.securityContext['seccompProfile'];
    const localhost = { type: 'Localhost', localhostProfile: 'larksong/transcoder.json' };
    expect(context(MOST_VALUES, 'transcoder')).toEqual(localhost);
    expect(context(LEAST_VALUES, 'transcoder')).toEqual({ type: 'RuntimeDefault' });
    expect(context(MOST_VALUES, 'catalog')).toEqual({ type: 'RuntimeDefault' });
  });

  it('in the rendered chart, requests to a service reach the pods of its deployment alone', () => {
    const pods = manifests(MOST_VALUES).flatMap((manifest) => {
      const labels = podsOf(manifest)?.metadata.labels;
      return labels ? [{ owner: `${manifest.kind} ${manifest.metadata.name}`, labels }] : [];
    });
    for (const { metadata, spec } of listOf(MOST_VALUES, 'Service')) {
      const selector = Object.entries(spec.selector as Record<string, string>); // a Service's selector
      const chosen = pods.filter(({ labels }) => selector.every(([name, value]) => labels[name] === value));
      expect(chosen.map(({ owner }) => owner)).toEqual([`Deployment ${metadata.name}`]);
    }
  });

  it('in the rendered chart, every call that a service makes is allowed at both ends, and no other', () => {
    const facts = { ...readFacts(), ...readOperatorFacts() };
    const names = [...SERVICE_NAMES, 'operate', 'backup'] as const;
    const component = (rule: { podSelector?: { matchLabels: Record<string, string> } }) =>
      rule.podSelector?.matchLabels['app.kubernetes.io/component'];
    const edge = (caller: string, callee: string, { ports }: NetworkRule) =>
      `${caller} → ${callee}:${ports.map(({ port }) => port).join()}`;
    const policies = names.map((name) => ({ name, ...get(BACKUP_VALUES, 'NetworkPolicy', name).spec }));
    const out = policies.flatMap(({ name, egress = [] }) =>
      egress.flatMap((rule) => (rule.to ?? []).map((peer) => edge(name, component(peer) ?? '', rule))),
    );
    const incoming = policies.flatMap(({ name, ingress = [] }) =>
      ingress.flatMap((rule) => (rule.from ?? []).map((peer) => edge(component(peer) ?? '', name, rule))),
    );
    const wanted = names
      .flatMap((name) => facts[name].calls.map((callee) => `${name} → ${callee}:${facts[callee].port}`))
      .toSorted();
    expect(out.toSorted()).toEqual(wanted);
    expect(incoming.toSorted()).toEqual(wanted);
  });

  it('in the rendered chart, a service reaches only the ports of the servers that it uses', () => {
    const ports = (values: object, name: string) =>
      get(values, 'NetworkPolicy', name).spec.egress?.flatMap((rule) =>
        rule.to?.some(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/component'])
          ? []
          : rule.ports.map(({ port }) => port),
      );
    expect(ports(LEAST_VALUES, 'gateway')).toEqual([6379, 9000]);
    expect(ports(LEAST_VALUES, 'auth')).toEqual([5432, 6379, 25, 465, 587]);
    expect(ports(LEAST_VALUES, 'transcoder')).toEqual([6379, 9000]);
    expect(ports(LEAST_VALUES, 'catalog-migration')).toEqual([5432]);
    const elsewhere = { ...LEAST_VALUES, storage: { endpoint: 'https://s3.example' } };
    expect(ports(elsewhere, 'transcoder')).toEqual([6379, 443]);
  });

  it('in the rendered chart, secrets come from Secrets, and large numbers keep their digits', () => {
    const catalog = settingsOf(MOST_VALUES, 'Deployment', 'catalog');
    expect(catalog.get('MAX_UPLOAD_BYTES')?.value).toBe('8589934592');
    expect(catalog.get('RECONCILE_SECONDS')?.value).toBe('0.5');
    expect(catalog.get('AUTH_URL')?.value).toBe('http://songs-auth:8081');
    const auth = settingsOf(MOST_VALUES, 'Deployment', 'auth');
    expect(auth.get('DATABASE_URL')?.valueFrom?.secretKeyRef).toEqual({ name: 'songs-db-auth', key: 'uri' });
    expect(auth.get('REDIS_URL')?.valueFrom?.secretKeyRef).toEqual({ name: 'songs-auth', key: 'REDIS_URL' });
    for (const name of SERVICE_NAMES)
      for (const secret of readFacts()[name].secrets)
        expect(settingsOf(LEAST_VALUES, 'Deployment', name).get(secret)?.value).toBeUndefined();
  });

  it('in the rendered chart, KEDA alone decides how many workers there are, from what Postgres knows', () => {
    expect(get(LEAST_VALUES, 'Deployment', 'transcoder').spec.replicas).toBe(1);
    expect(get(MOST_VALUES, 'Deployment', 'transcoder').spec).not.toHaveProperty('replicas');
    const triggers = get(MOST_VALUES, 'ScaledObject', 'transcoder').spec.triggers ?? [];
    expect(triggers.map(({ type, metadata }) => [type, metadata['url'], metadata['targetValue']])).toEqual([
      ['metrics-api', 'http://songs-catalog.school:8082/metrics', '2'],
      ['metrics-api', 'http://songs-catalog.school:8082/metrics', '4'],
      ['metrics-api', 'http://songs-game.school:8083/metrics', '20'],
    ]);
  });

  it('in the rendered chart, more gateways run if their processors need it, once there may be more', () => {
    expect(get(MOST_VALUES, 'HorizontalPodAutoscaler', 'gateway').spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'songs-gateway' },
      minReplicas: 2,
      maxReplicas: 6,
    });
    expect(get(MOST_VALUES, 'Deployment', 'gateway').spec).not.toHaveProperty('replicas');
    expect(get(LEAST_VALUES, 'Deployment', 'gateway').spec.replicas).toBe(2);
  });

  it('in the rendered chart, pods have the place, the priority, the variables and the disk that the values say', () => {
    const pod = podsOf(get(MOST_VALUES, 'Deployment', 'gateway'))?.spec;
    expect(pod).toMatchObject({ priorityClassName: 'site', affinity: { nodeAffinity: {} } });
    const certificate = settingsOf(MOST_VALUES, 'Deployment', 'gateway').get('NODE_EXTRA_CA_CERTS');
    expect(certificate?.value).toBe('/etc/ssl/certs/school.pem');
    const disk = (name: string) =>
      podsOf(get(MOST_VALUES, 'Deployment', name))?.spec.containers[0]?.resources.requests[
        'ephemeral-storage'
      ];
    expect([disk('gateway'), disk('transcoder')]).toEqual(['256Mi', '8Gi']);
  });

  it('in the rendered chart, Prometheus finds the pods of each service under the name that alerts know, at a port that is open to it', () => {
    for (const name of SERVICE_NAMES) {
      const { jobLabel = '', podMetricsEndpoints = [] } = get(MOST_VALUES, 'PodMonitor', name).spec;
      const pods = podsOf(get(MOST_VALUES, 'Deployment', name));
      expect(pods?.metadata.labels[jobLabel]).toBe(name);
      const port = pods?.spec.containers[0]?.ports?.find(
        (each) => each.name === podMetricsEndpoints[0]?.port,
      );
      const open = get(MOST_VALUES, 'NetworkPolicy', name).spec.ingress?.filter(({ from }) =>
        from?.some((peer) => peer.podSelector?.matchLabels['app'] === 'prometheus'),
      );
      expect(open?.map(({ ports }) => ports[0]?.port)).toEqual([port?.containerPort]);
    }
    expect(get(MOST_VALUES, 'PrometheusRule', '').metadata.labels['release']).toBe('prometheus');
  });

  it('in the rendered chart, the ingress has the name and the certificate of the site', () => {
    expect(listOf(MOST_VALUES, 'Ingress')[0]?.spec).toMatchObject({
      rules: [{ host: 'songs.school.example' }],
      tls: [{ hosts: ['songs.school.example'], secretName: 'songs-tls' }],
    });
    const plain = { ...LEAST_VALUES, publicUrl: 'http://songs.local:8080' };
    expect(listOf(plain, 'Ingress')[0]?.spec.rules?.[0]?.host).toBe('songs.local');
    expect(listOf(plain, 'Ingress')[0]?.spec.tls).toBeUndefined();
  });

  it.each([
    ['without an address of the site', { storage: LEAST_VALUES.storage }, 'publicUrl'],
    [
      'with a misspelt setting',
      { gateway: { settings: { RATE_LIMT_PER_MINUTE: 5 } } },
      'RATE_LIMT_PER_MINUTE',
    ],
    [
      'with a setting out of its range',
      { catalog: { settings: { RECONCILE_SECONDS: 0 } } },
      'RECONCILE_SECONDS',
    ],
    [
      'with a secret among the settings',
      { auth: { settings: { AUTH_SECRET: 'x'.repeat(32) } } },
      'AUTH_SECRET',
    ],
    ['with a misspelt value', { transcoder: { sandbox: { instal: true } } }, 'instal'],
    ['with a Secret for an unknown setting', { game: { secrets: { TOKEN: { name: 'x' } } } }, 'TOKEN'],
    ['with backups in a folder of the node', { backup: { place: '/var/backups' } }, 'place'],
    ['with a schedule in words', { backup: { claim: 'x', schedule: 'nightly' } }, 'schedule'],
    ['with a profile outside its folder', { transcoder: { sandbox: { profile: '../x.json' } } }, 'profile'],
  ])('helm refuses the chart %s', (_case, values, named) => {
    const { isDone, text } = render(
      helm ?? '',
      'storage' in values ? values : { ...LEAST_VALUES, ...values },
    );
    expect([isDone, text]).toEqual([false, expect.stringContaining(named)]);
  });
});
