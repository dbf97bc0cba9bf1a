import { findMisspelt, listSettingNames, type Finding } from '@larksong/operate/doctor';

import { listSettings, SERVICE_NAMES } from '../settings/service-environment.ts';
import { OWN_SETTINGS } from '../settings/settings.ts';

/** Settings that are only read together with another one, which may have several names. */
const NEEDS: { names: RegExp; anyOf: string[] }[] = [
  { names: /^S3_(BUCKET|ACCESS_KEY|SECRET_KEY|REGION|METRICS_URL)(_FILE)?$/, anyOf: ['S3_ENDPOINT'] },
  { names: /^SMTP_(USER|PASSWORD|PORT)(_FILE)?$/, anyOf: ['SMTP_HOST', 'SMTP_URL'] },
  { names: /^(TLS|HTTPS_PORT|HTTP_PORT)$/, anyOf: ['SITE'] },
];

/** Returns a warning for each variable that is probably a misspelt setting, and for each setting that has no effect. */
export async function checkNames(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const ofServices = await Promise.all(SERVICE_NAMES.map(listSettings));
  const known = new Set([...ofServices.flat(), ...OWN_SETTINGS, ...listSettingNames()]);
  const misspelt = findMisspelt(environment, known);
  return [
    ...misspelt.map(({ name, meant }): Finding => ({
      id: 'setting-unknown',
      severity: 'warning',
      about: name,
      sentence: `There is no setting ${name}, so it has no effect. Was ${meant} meant?`,
      remedy: `Rename it to ${meant}, as docs/operations/configuration.md spells it, and start the site again. If ${name} belongs to another program, remove it from the environment of Larksong.`,
    })),
    ...listWithoutEffect(environment),
  ];
}

function listWithoutEffect(environment: NodeJS.ProcessEnv): Finding[] {
  const isSet = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`]);
  return NEEDS.filter(({ anyOf }) => !anyOf.some(isSet)).flatMap(({ names, anyOf }) =>
    Object.keys(environment)
      .filter((name) => names.test(name) && environment[name])
      .map((name): Finding => ({
        id: 'setting-without-effect',
        severity: 'warning',
        about: name,
        sentence: `The setting ${name} has no effect, since ${anyOf.join(' or ')} is not set.`,
        remedy: `Set ${anyOf.join(' or ')} as well, as docs/operations/configuration.md describes it, or remove ${name}.`,
      })),
  );
}
