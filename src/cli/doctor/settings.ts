import { redactors } from '../../platform/config/config-values.js';
import { environment } from '../../platform/config/environment.js';
import { defaultWorkerThreads } from '../../platform/workers/worker-threads.js';

/** A setting of the server, with the value that is in effect. */
export interface Setting {
  name: string;
  /** Value in effect; null if there is none. Secrets are hidden. */
  value: string | null;
  /** Default value; null if there is none. */
  default: string | null;
  source: 'environment' | 'default';
  /** Rule for values, with their bounds; null if any text is allowed. */
  rule: string | null;
}

/** Names of variables with secret values. */
const secretNames = /(SECRET|SECRET_PREVIOUS|KEY|TOKEN|PASSWORD|HEADERS)$/;

/** Defaults that the program computes when it starts. */
const computedDefaults: Record<string, () => string> = {
  WORKER_THREADS: () => String(defaultWorkerThreads()),
};

/** Returns all settings in the order of the manual. */
export function readSettings(env: Record<string, string | undefined>): Setting[] {
  return Object.entries(environment.shape).map(([name, rule]) => {
    const given = env[name] || undefined;
    const preset = rule.safeParse(undefined);
    const presetValue =
      preset.success && preset.data !== undefined ? String(preset.data) : (computedDefaults[name]?.() ?? null);
    return {
      name,
      value: given === undefined ? presetValue : hideSecrets(name, given),
      default: presetValue,
      source: given === undefined ? 'default' : 'environment',
      rule: ruleOf(name),
    };
  });
}

/** Returns the value with its secret parts hidden: the user, the password and the query of a URL. */
function hideSecrets(name: string, value: string): string {
  if (secretNames.test(name)) return '(hidden)';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return value;
  if (!URL.canParse(value)) return redactors[name]?.(value) ?? '(hidden)';
  const { protocol, host, pathname, username, password, search } = new URL(value);
  if (username + password + search === '') return value;
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** A text that no rule with bounds accepts. */
const invalidValue = '\u0000';

/** Returns the rule in the error message for an invalid value. */
function ruleOf(name: string): string | null {
  const { error } = environment.shape[name as keyof typeof environment.shape].safeParse(invalidValue);
  return error?.issues[0]?.message ?? null;
}
