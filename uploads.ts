/** x */
export async function requestAudioUpload(..._a: unknown[]) { return { presignedUrl: '', rawUrl: '' } }
export async function markUploaded(..._a: unknown[]) {}
