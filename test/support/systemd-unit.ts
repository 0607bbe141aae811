import { spawnSync } from 'node:child_process';

/** Command of a systemd unit, with its user, environment and folder. */
export interface ServiceUnit {
  user: string;
  /** Words of the command. */
  command: string[];
  environment: Record<string, string>;
  /** Name of its folder in /var/lib. */
  stateFolder: string;
}

/** Reads the text of a unit. */
export function readUnit(text: string): ServiceUnit {
  const values = (name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
  return {
    user: values('User')[0]!,
    command: values('ExecStart')[0]!.split(' '),
    environment: Object.fromEntries(values('Environment').map((line) => line.split(/=(.*)/s).slice(0, 2))),
    stateFolder: values('StateDirectory')[0]!,
  };
}

/** Creates a system user if there is none. Returns a function that removes a user that was created. */
export function createSystemUser(name: string): () => void {
  const { status } = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', name]);
  return () => {
    if (status === 0) spawnSync('userdel', [name]);
  };
}
