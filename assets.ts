/** x */
export async function readAsset(..._a: unknown[]): Promise<any> { return null }
