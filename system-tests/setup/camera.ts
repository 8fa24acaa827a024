/// <reference lib="dom" />
// A picture as a tablet's camera takes it: a scene with a code in it is what a camera of the browser sees, which is asked for one frame.
// The product itself may not open a camera (docs/decisions/0022-scanning-without-a-camera-stream.md): like the camera application of a
// tablet this stands beside it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

/** `code`: a picture of it. Answers a JPEG, as photographs are. */
export async function photographOf(code: Buffer, browser: Browser, executablePath: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-camera-'))
  const film = join(folder, 'film.mjpeg')
  writeFileSync(film, await sceneOf(code, browser))
  const page = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<title>Camera</title>'))
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']
  const capture = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
  const camera = await chromium.launch({
    executablePath,
    args: [...args, ...capture, `--use-file-for-fake-video-capture=${film}`],
  })
  try {
    const tab = await camera.newPage()
    await tab.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}`)
    return Buffer.from(await tab.evaluate(takeFrame), 'base64')
  } finally {
    await camera.close()
    page.close()
    rmSync(folder, { recursive: true })
  }
}

/** A phone held before the tablet: askew, from the side, not quite sharp, in dim light. A film of one frame. */
async function sceneOf(code: Buffer, browser: Browser): Promise<Buffer> {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } })
  const image = `data:image/png;base64,${code.toString('base64')}`
  const hold = 'transform:perspective(1200px) rotateY(8deg) rotate(6deg);filter:blur(.6px) brightness(.85)'
  await tab.setContent(`<body style="margin:0;display:grid;place-items:center;height:100vh;background:#51493f">
    <div style="background:#fff;padding:24px;border-radius:24px;${hold}"><img src="${image}" height="380"></div>`)
  await tab.locator('img').evaluate((one: HTMLImageElement) => one.decode())
  const frame = await tab.screenshot({ type: 'jpeg', quality: 80 })
  await tab.close()
  return frame
}

/** Runs in the page of the camera. */
async function takeFrame(): Promise<string> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } })
  const video = Object.assign(document.createElement('video'), { srcObject: stream, muted: true })
  await video.play()
  const canvas = Object.assign(document.createElement('canvas'), { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  for (const track of stream.getTracks()) track.stop()
  return canvas.toDataURL('image/jpeg', 0.8).split(',')[1] ?? ''
}
