//! The queue in virtual time: workers take what is next, and a job runs for as many milliseconds as it costs.

use super::*;

const REPLY: usize = 0;
const HINT: usize = 1;
const REVIEW: usize = 2;

const BOUNDS: Bounds = Bounds {
    workers: 2,
    light_workers: 1,
    light: 20,
    owner_running: 1,
    waiting: 500,
    owner_waiting: 300,
    quantum: 100,
    kinds: &[
        KindBounds { name: "reply", waiting: 400, owner_waiting: 200, running: 2 },
        KindBounds { name: "hint", waiting: 200, owner_waiting: 170, running: 1 },
        KindBounds { name: "review", waiting: 10, owner_waiting: 2, running: 1 },
    ],
};

/// Runs everything that waits; the jobs in the order of their ends, with the times of their beginnings.
fn run(queue: &mut Queue<u8>) -> Vec<(Id, u64)> {
    let (mut now, mut running, mut done) = (0, Vec::new(), Vec::new());
    loop {
        while let Some(id) = queue.next() {
            running.push((now + u64::from(queue.jobs[&id].cost), id, now));
        }
        running.sort_unstable();
        if running.is_empty() {
            return done;
        }
        let (end, id, began) = running.remove(0);
        now = end;
        assert_eq!(queue.remove(id), Some(Was::Running));
        done.push((id, began));
    }
}

fn began(done: &[(Id, u64)], id: Id) -> u64 {
    done.iter().find(|(job, _)| *job == id).unwrap().1
}

#[test]
fn a_novices_reply_does_not_wait_for_163_hints_of_somebody_else() {
    let mut queue = Queue::new(BOUNDS);
    let hints: Vec<Id> = (0..163).map(|_| queue.push(1, HINT, 1000).unwrap()).collect();
    let first = queue.next().unwrap();
    assert_eq!((first, queue.next()), (hints[0], None), "one owner holds one worker");
    let reply = queue.push(2, REPLY, 5).unwrap();
    assert_eq!(queue.next(), Some(reply));
}

#[test]
fn sixty_expert_tables_of_one_owner_hold_nobody_up() {
    let mut queue = Queue::new(BOUNDS);
    for _ in 0..60 {
        queue.push(1, REPLY, 600).unwrap();
    }
    queue.next().unwrap();
    assert_eq!(queue.next(), None);
    let (expert, novice, hint) = (
        queue.push(2, REPLY, 600).unwrap(),
        queue.push(3, REPLY, 5).unwrap(),
        queue.push(4, HINT, 600).unwrap(),
    );
    assert_eq!((queue.next(), queue.next(), queue.next()), (Some(novice), Some(expert), None));
    queue.remove(expert).unwrap();
    assert_eq!(queue.next(), Some(hint), "even a hint of another comes before more than one's share");
}

#[test]
fn light_jobs_never_wait_for_heavy_ones() {
    let mut queue = Queue::new(BOUNDS);
    for owner in 0..100 {
        queue.push(owner, REPLY, 600).unwrap();
    }
    let light = queue.push(200, REPLY, 20).unwrap();
    let done = run(&mut queue);
    assert_eq!((began(&done, light), done.len()), (0, 101));
}

#[test]
fn one_worker_is_always_there_for_replies() {
    let mut queue = Queue::new(BOUNDS);
    for owner in 0..9 {
        queue.push(owner, HINT, 5000).unwrap();
        queue.push(owner, REVIEW, 5000).unwrap();
    }
    let hint = queue.next().unwrap();
    assert_eq!((queue.kind(hint), queue.next()), (Some(HINT), None));
    let reply = queue.push(99, REPLY, 600).unwrap();
    assert_eq!(queue.next(), Some(reply));
}

#[test]
fn who_asks_for_dear_work_gets_no_more_than_who_asks_for_cheap() {
    let mut queue = Queue::new(Bounds { workers: 1, ..BOUNDS });
    let dear: Vec<Id> = (0..20).map(|_| queue.push(1, REPLY, 600).unwrap()).collect();
    let cheap: Vec<Id> = (0..120).map(|_| queue.push(2, REPLY, 100).unwrap()).collect();
    let done = run(&mut queue);
    // At any time both have had the same, give or take one job.
    let (mut one, mut two) = (0_i64, 0_i64);
    for (id, _) in &done[..120] {
        if dear.contains(id) {
            one += 600
        } else {
            two += 100
        }
        assert!((one - two).abs() <= 1200, "{one} and {two}");
    }
    assert!(began(&done, cheap[0]) <= 600 && began(&done, dear[0]) <= 1200);
}

#[test]
fn kinds_come_in_their_order() {
    let mut queue = Queue::new(Bounds { workers: 1, light_workers: 0, ..BOUNDS });
    let blocker = queue.push(9, REPLY, 500).unwrap();
    assert_eq!(queue.next(), Some(blocker));
    let jobs = [(1, REVIEW), (1, HINT), (2, REVIEW), (3, HINT), (1, REPLY), (4, REPLY)];
    let ids = jobs.map(|(owner, kind)| queue.push(owner, kind, 50).unwrap());
    queue.remove(blocker);
    let order: Vec<Id> = run(&mut queue).into_iter().map(|(id, _)| id).collect();
    assert_eq!(order, [ids[4], ids[5], ids[1], ids[3], ids[0], ids[2]]);
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    let mut queue = Queue::new(BOUNDS);
    let push = |queue: &mut Queue<u8>, owner, kind| queue.push(owner, kind, 500);
    for _ in 0..2 {
        push(&mut queue, 1, REVIEW).unwrap();
    }
    assert_eq!(push(&mut queue, 1, REVIEW), Err(Refused::Owner), "of a kind, for one owner");
    for owner in 2..6 {
        push(&mut queue, owner, REVIEW).unwrap();
        push(&mut queue, owner, REVIEW).unwrap();
    }
    assert_eq!(push(&mut queue, 9, REVIEW), Err(Refused::All), "of a kind");
    for kind in [REPLY, HINT] {
        (0..150).for_each(|_| assert!(push(&mut queue, 9, kind).is_ok()));
    }
    assert_eq!(push(&mut queue, 9, HINT), Err(Refused::Owner), "of all kinds, for one owner");
    (0..190).for_each(|_| assert!(push(&mut queue, 10, REPLY).is_ok()));
    assert_eq!(push(&mut queue, 11, REPLY), Err(Refused::All), "of all kinds");
    assert_eq!([REPLY, HINT, REVIEW].map(|kind| queue.waiting(kind)), [340, 150, 10]);
    assert_eq!(run(&mut queue).len(), 500);
}

#[test]
fn a_cancelled_job_frees_its_place_at_once() {
    let mut queue = Queue::new(BOUNDS);
    let (first, second) = (queue.push(1, REVIEW, 500).unwrap(), queue.push(1, REVIEW, 500).unwrap());
    assert_eq!(queue.push(1, REVIEW, 500), Err(Refused::Owner));
    assert_eq!((queue.remove(first), queue.remove(first)), (Some(Was::Waiting), None));
    let third = queue.push(1, REVIEW, 500).unwrap();
    assert_eq!((queue.next(), queue.next()), (Some(second), None));
    assert_eq!(queue.remove(second), Some(Was::Running));
    assert_eq!(queue.next(), Some(third), "the worker is free");
    queue.remove(third);
    assert!(queue.owners.is_empty() && queue.jobs.is_empty(), "nothing is remembered of who is gone");
    assert!(queue.rings.iter().all(|ring| ring.lines.is_empty() && ring.turns.is_empty()));
    assert_eq!((queue.heavy, queue.light), (0, 0));
}
