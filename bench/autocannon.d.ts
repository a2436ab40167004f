/** What the benchmarks use of autocannon, which ships no types. */
declare module 'autocannon' {
  type Request = {
    method: 'GET' | 'POST'
    path?: string
    body?: string
    headers?: Record<string, string>
    setupRequest?: (request: object) => object
  }
  type Client = { setRequests(requests: Request[]): void }
  type Options = {
    url: string
    workers?: number
    connections: number
    duration: number
    requests?: Request[]
    headers?: Record<string, string>
    /** Requests per second, over all connections. */
    overallRate?: number
    setupClient?: (client: Client) => void
  }
  type Result = {
    duration: number
    errors: number
    non2xx: number
    '2xx': number
    requests: { average: number; mean: number; total: number }
    latency: { p50: number; p99: number }
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
