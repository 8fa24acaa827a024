// Photos of people: checked by their first bytes (rules 8).
import { personnel } from '@rollcall/contracts/domains/personnel'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { checkedImage } from '../../files/checked-image.ts'
import { lockRow, updateRow } from '../../database/row-queries.ts'
import type { FileStore } from '../../files/file-store.ts'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { findPerson, findPhoto } from './person-queries.ts'
import { visiblePerson } from './visible-person.ts'

type PhotoHandlers = Pick<Handlers<typeof personnel, Context>, 'photo' | 'uploadPhoto' | 'removePhoto'>

export function photoHandlers(files: FileStore, heavy: HeavyWork): PhotoHandlers {
  return {
    async photo({ params, context }) {
      const { photoFile, photoMediaType } = found(await findPhoto(context.db, params.id))
      return { mediaType: photoMediaType, fileName: 'photo', content: found(await files.read(photoFile)) }
    },
    async uploadPhoto({ params: { id }, body, context }) {
      found(await findPerson(context.db, id))
      const bytes = await checkedImage(body, personnel.uploadPhoto.body, heavy)
      const photoFile = await files.save('photos', bytes)
      const { person, old } = await context
        .change(async (tx) => {
          // Two uploads at the same moment take turns, so that the file of each but the last is removed.
          await lockRow(tx, 'people', id)
          context.refuseIfChanged(found(await findPerson(tx, id)))
          const old = await findPhoto(tx, id)
          await updateRow(tx, 'people', id, { photoFile, photoMediaType: body.mediaType })
          const after = found(await findPerson(tx, id))
          return { reply: { person: after, old }, record: { entityId: id, after: { photoUrl: after.photoUrl } } }
        })
        .catch(async (error: unknown) => {
          await files.remove(photoFile)
          throw error
        })
      await files.remove(old?.photoFile ?? null)
      return visiblePerson(person, context)
    },
    async removePhoto({ params: { id }, context }) {
      const old = await context.change(async (tx) => {
        await lockRow(tx, 'people', id)
        const before = found(await findPerson(tx, id))
        context.refuseIfChanged(before)
        const photo = found(await findPhoto(tx, id))
        await updateRow(tx, 'people', id, { photoFile: null, photoMediaType: null })
        return { reply: photo, record: { entityId: id, before: { photoUrl: before.photoUrl } } }
      })
      await files.remove(old.photoFile)
      return null
    },
  }
}
