// Types that many files of the page speak of.
import type * as protocol from './net/protocol'
import type * as svg from './svg/svg.js'
import type * as stage from './table/stage.js'
import type { App as TheApp } from './app.js'
import type { Child as AChild } from './dom.js'

declare global {
  type Seat = protocol.Seat
  type Choice = protocol.Choice
  type Control = protocol.Control
  type GameEvent = protocol.GameEvent
  type Move = protocol.Move
  type Position = protocol.Position
  type Snapshot = protocol.Snapshot
  type Tell = protocol.Tell
  type Ask = protocol.Ask
  type Replay = protocol.Replay
  type GameCard = protocol.GameCard
  type TableCard = protocol.TableCard
  type Rulebook = protocol.RulebookTold
  type Shape = svg.Shape
  type Content = svg.Content
  type At = svg.At
  type GameFile<View = any> = stage.GameFile<View>
  type SeatChoice = stage.SeatChoice
  type Say = stage.Say
  type App = TheApp
  type Child = AChild
}
