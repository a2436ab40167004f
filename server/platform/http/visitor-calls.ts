/** Calls of /v1 that pages, cards and clips make in this process, as visitors: the same behaviour, contract and cache as over
 * HTTP, without a request. A request costs more than the call itself. */
import type { FastifyInstance } from 'fastify'
import type { VisitorRead } from '#contract/endpoint.ts'
import { translateFault } from '#server/platform/error-texts.ts'
import { Moved } from '#server/platform/errors.ts'
import { newRequestId } from '#server/platform/request-id.ts'
import { inSpan } from '#server/platform/traces.ts'
import { failure } from './http.ts'

export function readAsVisitor(app: FastifyInstance): VisitorRead {
  return async (path, { name, ...sent }) => {
    const call = app.visitorCalls.get(name)
    if (call === undefined) throw new Error(`visitors cannot call ${name}`)
    try {
      return { status: 200, json: await inSpan(name, {}, () => call(path, sent)) }
    } catch (error) {
      const fault = app.faultOf(error as Error, { method: 'GET', url: path })
      // A former name. Its call is another one with other parameters, which the router finds.
      if (fault instanceof Moved) {
        const response = await app.inject({ method: 'GET', url: fault.location })
        return { status: response.statusCode, json: response.json() }
      }
      return { status: fault.status, json: failure(translateFault(fault, newRequestId(), undefined)) }
    }
  }
}
