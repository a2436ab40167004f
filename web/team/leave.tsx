/** Leaving a team, after a confirmation. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { listOwnAlbums } from '#contract/catalog/albums.ts'
import { listOwnArtists } from '#contract/catalog/artists.ts'
import { listOwnPodcasts } from '#contract/catalog/podcasts.ts'
import { removeMember } from '#contract/accounts/teams.ts'
import { describeFailure } from '#web/data/failures.ts'
import { queryKeyOf } from '#web/data/queries.ts'
import { useSite } from '#web/data/site.ts'
import { useNavigate } from '#web/navigation/navigation.tsx'
import { useAccount } from '#web/session/account.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogButtons } from '#web/ui/overlays/dialog-buttons.tsx'
import { Problem } from '#web/ui/states/problem.tsx'
import { t } from '#web/words/words.ts'

export function Leave({ makerId, name }: { makerId: string; name: string }) {
  const { call, queries } = useSite()
  const navigate = useNavigate()
  const { data: account } = useAccount()
  const [isConfirming, setIsConfirming] = useState(false)
  const leaving = useMutation({
    mutationFn: (userId: string) => call(removeMember, { params: { makerId, userId } }),
    onSuccess: async () => {
      await navigate('/studio', { replace: true })
      for (const list of [listOwnArtists, listOwnAlbums, listOwnPodcasts]) {
        void queries.invalidateQueries({ queryKey: queryKeyOf(list) })
      }
    },
  })
  if (account === undefined) return null
  return (
    <>
      <Button kind="danger" onClick={() => setIsConfirming(true)}>
        {t('team.leave')}
      </Button>
      <Dialog
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={t('team.leaveTitle', { name })}
        closeLabel={t('common.close')}
      >
        <p className="mb-5 text-ink-2">{t('team.leaveNote')}</p>
        {leaving.error && <Problem words={describeFailure(leaving.error)} />}
        <DialogButtons
          cancelLabel={t('settings.cancel')}
          onCancel={() => setIsConfirming(false)}
          isWaiting={leaving.isPending}
          onClick={() => leaving.mutate(account.id)}
        >
          {t('team.leave')}
        </DialogButtons>
      </Dialog>
    </>
  )
}
