import { isOneEditAway } from '../../../api/rest/requests/misspelled-members.js';
import { environment } from '../../../platform/config/environment.js';
import type { CheckWithoutDatabase, Surroundings } from '../base/check.js';
import { type Finding, notice, unlessEmpty, warning } from '../base/finding.js';

/**
 * Minimum length of a name that is reported if one of its letters is wrong. `HOST` and `PORT` resemble too many other
 * names.
 */
const minNameLength = 5;

/** Variables that turn on a feature. Each text describes the server without the variable. */
const optionalFeatures = {
  SMTP_URL: 'Mails stay in the outbox',
  METRICS_TOKEN: 'The server has no metrics',
  AI_URL: 'Features that use an AI service are limited',
} as const;

/** Finds variables whose name is probably misspelled, and features that are off. */
export const checkEnvironment: CheckWithoutDatabase = {
  name: 'environment',
  about: 'names of environment variables, and features that no variable turns on',
  needs: 'nothing',
  run: ({ env }) =>
    unlessEmpty(
      [...misspellings(env), ...absentFeatures(env)],
      `${known.filter((name) => env[name]).length} of ${known.length} variables are set.`,
    ),
};

const known = Object.keys(environment.shape);

function misspellings(env: Surroundings['env']): Finding[] {
  return Object.keys(env)
    .filter((name) => !known.includes(name) && name.length >= minNameLength)
    .flatMap((name) => {
      const meant = known.find((one) => one.length >= minNameLength && isOneEditAway(name.toUpperCase(), one));
      const sameLetters = known.find((one) => one === name.toUpperCase());
      const right = sameLetters ?? meant;
      if (right === undefined) return [];
      return [
        warning(
          `The environment has the variable ${name}, which docgraph does not read.`,
          `Rename it to ${right} if that is what you mean.`,
        ),
      ];
    });
}

function absentFeatures(env: Surroundings['env']): Finding[] {
  return Object.entries(optionalFeatures)
    .filter(([name]) => known.includes(name) && !isOn(env, name))
    .map(([name, consequence]) => notice(`${consequence}, because ${name} is not set.`, `Set ${name} if you need it.`));
}

/** Reports whether a feature is on. Metrics can also have a port of their own. */
function isOn(env: Surroundings['env'], name: string): boolean {
  return Boolean(env[name] || (name === 'METRICS_TOKEN' && env.METRICS_PORT));
}
