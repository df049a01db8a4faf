//! The page of a turn.

use super::*;
use fieldpost_print::shop::Shop;
use fieldpost_store::TurnRecord;

impl Maker<'_> {
    /// The page of a turn, with those that hang on it.
    pub(super) fn turn(&mut self, turn: u32) -> anyhow::Result<()> {
        let players = match &self.eyes {
            Eyes::Public => return self.as_the_world_hears(turn, &[]),
            Eyes::All => return self.whole(turn),
            Eyes::Players(players) => players.clone(),
        };
        let again = self.office.turn_again(self.hosted, turn)?;
        let named = again.finished.board().players();
        let of = players
            .iter()
            .filter_map(|number| Some((*number, named.get(usize::from(number.0))?.name.clone())));
        let of: Vec<(PlayerNo, String)> = of.collect();
        if let [(number, name)] = &of[..] {
            let links = self.links(turn);
            return self.told(&again, (*number, name), (&file_of(turn), &links));
        }
        let file = |number: &PlayerNo| format!("turn-{turn:03}-{}.html", number.0);
        let mut links = self.links(turn);
        links.extend(of.iter().map(|(number, name)| Link::to(file(number), name.as_str())));
        for (number, name) in &of {
            self.told(&again, (*number, name), (&file(number), &links))?;
        }
        let lead = vec![
            "What each of them was told lies on a page of its own: their names above lead there.".to_owned(),
        ];
        let page = SitePage { title: self.turn_words(turn), lead, turns: Vec::new(), ..SitePage::default() };
        let page = page.printed(&self.press(&links)?, &self.heading)?;
        self.put(file_of(turn), page);
        Ok(())
    }

    /// What a player was told of a turn, as a page.
    fn told(
        &mut self,
        again: &Again,
        (number, name): (PlayerNo, &str),
        (file, links): (&str, &[Link]),
    ) -> anyhow::Result<()> {
        let heading = self.heading_of_turn(&again.record, name);
        let heading = again.heads().head(&heading, number, name);
        let press = self.press(links)?;
        let shop = Shop::on(&press, Arc::clone(&self.hosted.grounds));
        let reports = again.finished.reports(number, &heading, &self.wishes(), &shop)?;
        reports.into_iter().take(1).for_each(|report| self.put_report(file, report));
        Ok(())
    }

    /// A turn of a game that is over: what anybody was told of it, the whole board, and the whole report.
    fn whole(&mut self, turn: u32) -> anyhow::Result<()> {
        let again = self.office.turn_again(self.hosted, turn)?;
        let heading = self.heading_of_turn(&again.record, &self.heading.player);
        let file = format!("turn-{turn:03}-all.html");
        let mut links = self.links(turn);
        links.push(Link::to(file_of(turn), "The board"));
        let press = self.press(&links)?;
        let shop = Shop::on(&press, Arc::clone(&self.hosted.grounds));
        let report = again.finished.whole_report(&heading, &self.wishes(), &shop)?;
        links.pop();
        if let Some(report) = report {
            self.put_report(&file, report);
            links.push(Link::to(file, "All that happened"));
        }
        self.as_the_world_hears(turn, &links)
    }

    /// What anybody may know of a turn, and the press that went to everybody; with the whole board where all of it may be seen.
    fn as_the_world_hears(&mut self, turn: u32, links: &[Link]) -> anyhow::Result<()> {
        let board = self.hosted.record.board();
        let past = self.office.past_turn(self.hosted.record.name(), turn)?;
        let after = board.at(&past.after).map_err(|why| anyhow!(why))?;
        let shop = Shop::on(&self.office.press, Arc::clone(&self.hosted.grounds));
        let shown = match (&self.eyes, self.pictures) {
            (Eyes::All, _) => after.revealed(&shop),
            (_, true) => after.shown_to_observers(&shop),
            (_, false) => Vec::new(),
        };
        let is_shown = |block: &Block| self.pictures || !matches!(block, Block::Figure(_));
        let map = Section {
            blocks: shown.into_iter().filter(is_shown).collect(),
            ..Section::new("board", "The board")
        };
        let mut sections = board.told_to_observers(&past).map_err(|why| anyhow!(why))?;
        sections.push(map);
        sections.extend(self.press_of(turn, &after.players())?);
        sections.retain(|section| !section.blocks.is_empty());
        let lead = match sections.is_empty() {
            true => vec!["The world heard nothing of this turn.".to_owned()],
            false => Vec::new(),
        };
        let page = SitePage { title: self.turn_words(turn), lead, sections, ..SitePage::default() };
        let links = if links.is_empty() { self.links(turn) } else { links.to_vec() };
        let page = page.printed(&self.press(&links)?, &self.heading)?;
        self.put(file_of(turn), page);
        Ok(())
    }

    /// The press of a turn that went to every other player of the game.
    fn press_of(&self, turn: u32, players: &[Player]) -> anyhow::Result<Option<Section>> {
        let went_to_all = |press: &FiledPress| {
            let got = |player: &Player| player.name == press.from || press.to.contains(&player.name);
            !press.to.is_empty() && players.iter().all(got)
        };
        let mut section = Section::new("press", "Press that went to everybody");
        for press in self
            .office
            .store
            .presses(self.hosted.record.name(), turn)?
            .iter()
            .filter(|press| went_to_all(press))
        {
            let from = if press.anonymous { "Unsigned" } else { press.from.as_str() };
            section = section.with(Block::Heading(from.to_owned()));
            let lines = press.text.lines().map(str::trim_end).filter(|line| !line.is_empty());
            section = lines.fold(section, |section, line| section.with(Block::Words(line.to_owned())));
        }
        Ok((!section.blocks.is_empty()).then_some(section))
    }

    fn put_report(&mut self, file: &str, report: Report) {
        let Report { html, pictures, .. } = report;
        if let Some(html) = html {
            self.put(file.to_owned(), Page { html, pictures, laid: None });
        }
    }

    /// All of a turn on one page, with no bound of bytes, and nothing by which orders are sent.
    fn wishes(&self) -> Wishes {
        let wishes = Wishes { unbounded: true, ..Wishes::default() }.with(Wish::OneMail).with(Wish::NoDesk);
        if self.pictures { wishes } else { wishes.with(Wish::NoPictures) }
    }

    /// The head of a report on a turn, with the deadline that it named; where the record does not say, with when the next turn was run.
    fn heading_of_turn(&self, record: &TurnRecord, player: &str) -> Heading {
        let next = || self.office.store.turn(self.hosted.record.name(), record.turn + 1).ok().flatten();
        let run = || next().map_or(self.hosted.record.settings.deadline_ms, |next| next.at_ms);
        self.office.heading_of(self.hosted, player, record.next_due_ms.unwrap_or_else(run))
    }
}
