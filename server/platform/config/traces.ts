/** The settings of traces, under the names that OpenTelemetry gives them. They are a part of the table in config.ts. */
import { InvalidSetting, secret, setting, text, webAddress } from './values.ts'

const share = (value: string) => {
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(value)) throw new InvalidSetting('a number from 0 to 1, like 0.05')
  return Number(value)
}

const headers = (value: string): Record<string, string> =>
  Object.fromEntries(
    value.split(',').map((one) => {
      const [, name, content] = /^\s*([\w-]+)\s*=\s*(\S.*?)\s*$/.exec(one) ?? []
      if (name === undefined || content === undefined)
        throw new InvalidSetting('headers like api-key=secret,other=value')
      try {
        return [name.toLowerCase(), decodeURIComponent(content)]
      } catch {
        throw new InvalidSetting('headers whose values are percent-encoded')
      }
    }),
  )

export const traceSettings = {
  otlpTracesUrl: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    webAddress,
    '',
    'Collector of traces (OTLP over HTTP with JSON), like http://127.0.0.1:4318/v1/traces; no traces if empty',
  ),
  otlpHeaders: secret('OTEL_EXPORTER_OTLP_HEADERS', headers, {}, 'Headers for the collector, like api-key=secret'),
  traceShare: setting('OTEL_TRACES_SAMPLER_ARG', share, 1, 'Which share of requests and jobs is traced, from 0 to 1'),
  traceServiceName: setting('OTEL_SERVICE_NAME', text, 'peal', 'The name of this service in traces'),
}
