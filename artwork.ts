/** x */
export async function storeArtwork(..._a: unknown[]): Promise<any> { return { artworkKey: '', colors: {} } }
