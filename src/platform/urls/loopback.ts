/** Reports whether a host of a URL is this machine: `localhost`, an address in 127.0.0.0/8, or `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
