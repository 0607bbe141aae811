/** Ports and addresses of a proxy. */
interface ProxySettings {
  port: number;
  plainPort: number;
  upstreams: string[];
}

export function nginxConfiguration(settings: ProxySettings & { key: string; certificate: string }): string;
export function caddyConfiguration(settings: ProxySettings & { askPort: number; host: string }): string;
